/** How often `key` (a route and whoever asks) came since `started_at`. */
export interface RateCountTable {
  key: string
  started_at: string
  count: number
}
