import { createContext, useContext } from 'react';
import type { Feature } from '../shell/feature.ts';

/** The features that this app was begun with. */
export const FeaturesContext = createContext<Feature[]>([]);
export const useFeatures = (): Feature[] => useContext(FeaturesContext);
