/** A period of whole years, or of days where it is shorter. */
export type Period = { readonly years: number } | { readonly days: number }

/** A period as people say it. */
export function periodWords(period: Period): string {
  return 'years' in period ? `${String(period.years)}년` : `${String(period.days)}일`
}
