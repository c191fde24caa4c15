/** One run of the daily backup; a failed one has only `error`, a good one everything but it. */
export interface BackupRunTable {
  id: string
  started_at: string
  ended_at: string
  /** The machine whose folder holds the file. */
  host: string
  /** Without its folder. */
  file: string | null
  bytes: number | null
  /** Of the file as it stands, hex. */
  sha256: string | null
  rows: number | null
  /** In the words that an administrator reads. */
  error: string | null
}
