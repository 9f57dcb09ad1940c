import type { RouteDefinition } from '@prosa/contracts';
import Download from 'lucide-react/icons/download';
import { useDownload } from '../../kernel/calls/use-download.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { useIsPhone } from '../../ui/hooks/use-media.ts';
import { Button, IconButton } from '../../ui/marks/button.tsx';

type Props = {
  route: RouteDefinition;
  /** The filter of the figures that are shown; null: there are none yet. */
  query: object | null;
  /** The name of the file. */
  file: string;
  /** There is nothing to export. */
  isEmpty?: boolean;
};

/** Saves the report that is shown as a file. */
export const ExportButton = ({ route, query, file, isEmpty = false }: Props) => {
  const { t } = useTexts('reports');
  const isPhone = useIsPhone();
  const { isBusy, download } = useDownload();
  const handleExport = () => query && void download(route, { query }, file);
  if (isPhone) return <IconButton icon={Download} label={t('export')} busy={isBusy} onClick={handleExport} />;
  return (
    <Button icon={Download} busy={isBusy} disabled={isEmpty} onClick={handleExport}>
      {t('export')}
    </Button>
  );
};
