/** Foundation spec §7: a log/vitals report is sent only when a page was slow or jumped. */
export type Vitals = { LCP?: number; CLS?: number; INP?: number }

/** LCP and INP in milliseconds, CLS as a score; a value must be over its threshold. */
const VITAL_THRESHOLDS: Readonly<Required<Vitals>> = { LCP: 2500, CLS: 0.1, INP: 200 }

/** A metric that was not measured does not count. */
export const shouldReport = ({ LCP = 0, CLS = 0, INP = 0 }: Vitals): boolean =>
  LCP > VITAL_THRESHOLDS.LCP || CLS > VITAL_THRESHOLDS.CLS || INP > VITAL_THRESHOLDS.INP
