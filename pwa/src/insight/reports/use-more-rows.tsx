import { type ReactNode, useState } from 'react';
import { useRequest } from '../../kernel/calls/use-request.ts';
import { TextButton } from '../../ui/marks/button.tsx';

type Page<Row> = { rows: Row[]; cursor: string | null };

/** A list that is fetched page by page. `rest`: the button of the next page; false after the last. */
export const useMoreRows = <Row,>(
  begins: Page<Row>,
  ask: (cursor: string) => Promise<Page<Row>>,
  words: { more: string; retry: string },
): { rows: Row[]; rest: ReactNode } => {
  const [{ rows, cursor }, setPage] = useState(begins);
  const { isBusy, failure, send } = useRequest();
  const more = () =>
    cursor !== null &&
    void send(
      () => ask(cursor),
      (next) => setPage({ rows: [...rows, ...next.rows], cursor: next.cursor }),
    );
  const rest = cursor !== null && (
    <TextButton onClick={more} disabled={isBusy}>
      {failure ? words.retry : words.more}
    </TextButton>
  );
  return { rows, rest };
};
