import type { Place } from '@prosa/contracts';
import { mapLink } from '@prosa/contracts/channels';
import type { ReactNode } from 'react';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import styles from './kinds.module.css';
import { MapPicture } from './map-picture.tsx';

/** A place: a drawn map, because no tiles are loaded from a third party, its name and address, and a link to a real map. */
export const PlaceCard = ({ place, stamp }: { place: Place; stamp: ReactNode }) => {
  const { t } = useTexts('messages');
  const { name, address, latitude, longitude } = place;
  const title = name ?? address ?? t('kind-place');
  return (
    <div className={styles.place}>
      <MapPicture place={place} label={t('mapOf', { place: title })} />
      <div className={styles.caption}>
        <b dir="auto">{title}</b>
        <span className={styles.address} dir="auto">
          {name && address ? address : `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`}
        </span>
        <a href={mapLink(place)} target="_blank" rel="noopener noreferrer nofollow">
          {t('openMap')}
          <span className="hidden-text"> · {title}</span>
        </a>{' '}
        {stamp}
      </div>
    </div>
  );
};
