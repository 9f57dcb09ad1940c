import type { SavedView } from '@prosa/contracts';
import Bookmark from 'lucide-react/icons/bookmark';
import BookmarkPlus from 'lucide-react/icons/bookmark-plus';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Settings2 from 'lucide-react/icons/settings-2';
import { useContext, useEffect, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { useLoaded } from '../../kernel/calls/use-loaded.ts';
import { loadScreenTexts } from '../../kernel/i18n/i18n.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { later } from '../../kernel/loading/later.ts';
import { selectMay, selectMe } from '../../people/sessions/sessions.slice.ts';
import { useFormat } from '../../people/sessions/use-format.ts';
import { BringContext } from '../../shell/features-context.ts';
import { type PaletteAction, useActions } from '../../shell/shortcuts.ts';
import { IconButton } from '../../ui/marks/button.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { VisuallyHidden } from '../../ui/marks/visually-hidden.tsx';
import { MenuButton, type MenuEntry } from '../../ui/overlays/menu.tsx';
import { selectView } from '../tickets/state/tickets.selectors.ts';
import { isSameContent } from './saved-views.model.ts';
import { updateView, viewChosen, viewLeft } from './saved-views.saga.ts';
import { mayChange, savedViews } from './saved-views.slice.ts';
import { usePresentContent } from './use-present-content.ts';
import { useViewCounts } from './use-view-counts.ts';

const form = later(async () => (await Promise.all([import('./saved-views.screen.tsx'), loadScreenTexts('records')]))[0], {
  atRest: true,
});

/** All views, the user's own before the company's, and what is done with them. The palette offers the same. */
export const ViewsButton = () => {
  const { t } = useTexts('saved-views');
  const { count: written } = useFormat();
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const me = useSelector(selectMe);
  const maySave = useSelector(selectMay('saved-views:write'));
  const { saved, tab } = useSelector(selectView);
  const views = savedViews.useAll();
  const present = usePresentContent();
  const [opened, setOpened] = useState(0);
  const [isSaving, setSaving] = useState(false);
  const counts = useViewCounts(views, opened);
  const shown = views.find(({ id }) => id === saved?.id);
  const choose = ({ id }: SavedView) => dispatch(id === saved?.id ? viewLeft() : viewChosen(id));
  const save = () => setSaving(true);
  const edit = () => void navigate('/saved-views');
  const entryOf = (view: SavedView): MenuEntry => {
    const count = counts.get(view.id);
    return {
      id: view.id,
      label: view.userId ? (
        view.name
      ) : (
        <>
          {view.name}
          <VisuallyHidden> · {t('ofCompany')}</VisuallyHidden>
        </>
      ),
      ...(count && { end: written(count.count, count.atLeast) }),
      checked: view.id === saved?.id,
      run: () => choose(view),
    };
  };
  const groupOf = (heading: string, some: SavedView[]): MenuEntry[] =>
    some.length > 0 ? [{ id: heading, heading }, ...some.map(entryOf)] : [];
  const update: MenuEntry[] =
    shown && saved && mayChange(shown, me) && tab !== 'search' && !isSameContent(present, saved.content)
      ? [
          {
            id: 'update',
            icon: RefreshCw,
            label: t('update', { name: shown.name }),
            run: () => dispatch(updateView.start({ view: shown, content: present })),
          },
        ]
      : [];
  const entries: MenuEntry[] = [
    ...groupOf(
      t('mine'),
      views.filter(({ userId }) => userId),
    ),
    ...groupOf(
      t('companys'),
      views.filter(({ userId }) => !userId),
    ),
    ...(views.length > 0 && maySave ? (['separator'] as const) : []),
    ...update,
    ...(tab === 'search' || !maySave ? [] : [{ id: 'save', icon: BookmarkPlus, label: t('saveFilters'), run: save }]),
    ...(maySave ? [{ id: 'edit', icon: Settings2, label: t('editViews'), run: edit }] : []),
  ];
  const changes: PaletteAction[] = [
    { id: 'saved-view:save', label: t('saveFilters'), section: 'actions', icon: <Icon of={BookmarkPlus} />, run: save },
    { id: 'saved-view:edit', label: t('editViews'), section: 'actions', icon: <Icon of={Settings2} />, run: edit },
  ];
  useActions([
    ...views.map((view) => ({
      id: `saved-view:${view.id}`,
      label: t('show', { name: view.name }),
      section: 'actions' as const,
      icon: <Icon of={Bookmark} />,
      run: () => void dispatch(viewChosen(view.id)),
    })),
    ...(maySave ? changes : []),
  ]);
  if (entries.length === 0) return null;
  return (
    <>
      <MenuButton label={t('title')} entries={entries}>
        {({ onClick, ...trigger }) => (
          <IconButton
            {...trigger}
            icon={Bookmark}
            small
            label={t('title')}
            onClick={() => {
              setOpened(opened + 1);
              onClick();
            }}
          />
        )}
      </MenuButton>
      {isSaving && <SaveDialog onClose={() => setSaving(false)} />}
    </>
  );
};

/** The form of a new view, which begins with the filters on the screen. */
const SaveDialog = ({ onClose }: { onClose: () => void }) => {
  const bring = useContext(BringContext);
  const parts = useLoaded(form, true);
  const present = usePresentContent();
  const [begins] = useState(present);
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    if (!parts) return;
    bring('saved-views saved-views', parts.screen);
    setReady(true);
  }, [parts, bring]);
  return parts && isReady && <parts.ViewDialog begins={begins} onClose={onClose} />;
};
