import { type ContactView, contactRoutes } from '@prosa/contracts';
import { useMemo } from 'react';
import { useFound, wordsOf } from '../../kernel/calls/use-found.ts';
import type { Finder, Finding } from '../../shell/feature.ts';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { readableNumber } from './number.ts';
import { calledBy } from './titles.ts';

/** Maximum number of results offered; the screen of contacts finds more. */
const MOST = 5;
const contactsOf = ({ contacts }: { contacts: ContactView[] }): ContactView[] => contacts;

/** Finds contacts by name, number or e-mail; each leads to its row on their screen. */
const useFoundContacts = (query: string): Finding => {
  const { items: found, ...rest } = useFound(contactRoutes.list, contactsOf, wordsOf(query));
  const items = useMemo(
    () =>
      found.slice(0, MOST).map(({ id, name, number, email, profilePicUrl }) => ({
        id: `contact ${id}`,
        label: calledBy({ name, number }),
        detail: [name && readableNumber(number), email].filter(Boolean).join(' · '),
        icon: <Avatar name={name} picture={profilePicUrl} size={20} />,
        to: `/contacts?${new URLSearchParams({ search: number ?? name ?? '' })}`,
      })),
    [found],
  );
  return { items, ...rest };
};

export const finder: Finder = { title: 'contacts:found', place: 20, use: useFoundContacts };
