import { type CSSProperties, useId } from 'react';
import { Fault } from '../ui/fields/fault.tsx';
import styles from './color-field.module.css';
import { useWords } from './use-words.ts';

/** Fifty colours that are distinguishable on light and dark backgrounds, by hue, each from light to dark. */
const palette = {
  grey: ['#7C7C7C', '#475569', '#334155'],
  brown: ['#B45309', '#92400E', '#78350F'],
  orange: ['#D97706', '#EA580C', '#C2410C'],
  yellow: ['#CA8A04', '#A16207', '#713F12'],
  red: ['#DC2626', '#B91C1C', '#991B1B'],
  crimson: ['#E11D48', '#BE123C', '#9F1239'],
  pink: ['#DB2777', '#BE185D', '#9D174D', '#831843'],
  magenta: ['#C026D3', '#A21CAF', '#86198F'],
  violet: ['#9333EA', '#7C3AED', '#6D28D9', '#5B21B6'],
  indigo: ['#4F46E5', '#4338CA', '#3730A3'],
  blue: ['#2563EB', '#1D4ED8', '#1E40AF'],
  sky: ['#0284C7', '#0369A1', '#075985'],
  cyan: ['#0891B2', '#0E7490', '#155E75'],
  teal: ['#0D9488', '#0F766E', '#115E59'],
  green: ['#059669', '#16A34A', '#047857', '#15803D'],
  lime: ['#65A30D', '#4D7C0F'],
} as const;

type Props = {
  label: string;
  error?: string | undefined;
  chosen: string;
  /** Colours that cannot be chosen, with the reason. */
  taken?: ReadonlyMap<string, string>;
  onChoose: (color: string) => void;
};

/**
 * A choice of one palette colour, as radio buttons: arrow keys move between them. A chosen colour that is not in the palette is shown last.
 */
export const ColorField = ({ label, error, chosen, taken, onChoose }: Props) => {
  const words = useWords('records');
  const id = useId();
  const colors = Object.entries(palette).flatMap(([hue, shades]) =>
    shades.map((color, at) => ({ color: color as string, name: `${words(`hues.${hue}`)} ${at + 1}` })),
  );
  const isOwn = chosen !== '' && !colors.some(({ color }) => color === chosen.toUpperCase());
  return (
    <fieldset className="field" aria-describedby={error && `${id}-error`}>
      <legend className="label">{label}</legend>
      <div className={styles.colors}>
        {[...colors, ...(isOwn ? [{ color: chosen, name: chosen }] : [])].map(({ color, name }) => {
          const reason = taken?.get(color);
          const said = reason === undefined ? name : `${name} (${reason})`;
          return (
            <input
              key={color}
              type="radio"
              name={id}
              value={color}
              aria-label={said}
              title={said}
              disabled={reason !== undefined}
              checked={color === chosen.toUpperCase() || color === chosen}
              style={{ '--c': color } as CSSProperties}
              onChange={() => onChoose(color)}
            />
          );
        })}
      </div>
      {error && <Fault id={`${id}-error`}>{error}</Fault>}
    </fieldset>
  );
};
