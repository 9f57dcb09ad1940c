/** One measurement, as a ratio to its target or to what it is compared with. */
export type Finding = {
  what: string;
  measured: number;
  unit: string;
  /** `atLeast`: minimum. `under`: exclusive maximum. */
  target: { atLeast: number } | { under: number };
  /** The values behind it: the two sides of a ratio, counts. */
  detail: Record<string, number>;
};

export const passes = ({ measured, target }: Finding): boolean =>
  'atLeast' in target ? measured >= target.atLeast : measured < target.under;

/** Prints the findings as a table, and as JSON on the last line. */
export const show = (findings: Finding[]): void => {
  console.table(
    Object.fromEntries(
      findings.map((finding) => [
        finding.what,
        {
          measured: `${finding.measured} ${finding.unit}`,
          target: 'atLeast' in finding.target ? `≥ ${finding.target.atLeast}` : `< ${finding.target.under}`,
          met: passes(finding) ? 'yes' : 'NO',
        },
      ]),
    ),
  );
  console.log(JSON.stringify(findings));
};

export const rounded = (value: number, digits = 2): number => Number(value.toFixed(digits));
export const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
