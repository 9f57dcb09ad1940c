/** 14 px, in the colour of the surrounding text. The component that shows it sets `aria-busy`. */
export const Spinner = () => <span className="spinner" aria-hidden="true" />;
