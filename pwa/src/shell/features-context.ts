import { createContext, useContext } from 'react';
import type { Feature, Screen } from './feature.ts';

/** The features with which this app was started. */
export const FeaturesContext = createContext<Feature[]>([]);
export const useFeatures = (): Feature[] => useContext(FeaturesContext);

/** Adds a screen's slices and saga to the store, for a dialog that is opened elsewhere. */
export const BringContext = createContext<(name: string, screen: Screen) => void>(() => undefined);
