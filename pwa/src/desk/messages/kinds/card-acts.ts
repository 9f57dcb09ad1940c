import { createContext } from 'react';

/** A person of a contact card, with one of their numbers; '' if they have none. */
export type Person = { name: string; number: string };

/** The actions on a contact card; hidden without a provider. Their dialogs outlive the row that opens them. */
export type CardActs = {
  /** Opens a new ticket with the person. */
  converse: (person: Person) => void;
  /** Creates a contact of the person. */
  save: (person: Person) => void;
};
export const CardActsContext = createContext<CardActs | null>(null);
