/** A period of whole years, or of days if shorter. */
export type Period = { readonly years: number } | { readonly days: number }

/** A period as Korean text. */
export function periodWords(period: Period): string {
  return 'years' in period ? `${String(period.years)}년` : `${String(period.days)}일`
}
