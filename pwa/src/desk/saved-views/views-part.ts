export { ActiveView } from './active-view.tsx';
export { ViewsButton } from './views-button.tsx';
