import { expect, jest, test } from '@jest/globals';
import { fireEvent, render } from '@testing-library/react';
import { startI18n } from '../../kernel/i18n/i18n.ts';
import { Dialog } from './dialog.tsx';

beforeAll(() => startI18n('pt'));

test('Escape closes a dialog that does not have the focus yet, and of two the uppermost', () => {
  const [closeLower, closeUpper] = [jest.fn(), jest.fn()];
  const { rerender } = render(
    <Dialog title="Contato" isOpen onClose={closeLower}>
      Nome
    </Dialog>,
  );
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(closeLower).toHaveBeenCalledTimes(1);
  rerender(
    <>
      <Dialog title="Contato" isOpen onClose={closeLower}>
        Nome
      </Dialog>
      <Dialog title="Excluir contato?" isOpen onClose={closeUpper}>
        Some de todas as telas.
      </Dialog>
    </>,
  );
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(closeUpper).toHaveBeenCalledTimes(1);
});
