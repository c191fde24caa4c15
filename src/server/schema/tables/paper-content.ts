import type { Generated } from 'kysely'
import type { PaperMediaType } from '#contract/paper-limits.ts'

export interface PaperContentTable {
  content_id: string
  digest: string
  size: number
  media_type: PaperMediaType
  /** Sealed (papers/sealed-content.ts). */
  thumb: Buffer | null
  received: Generated<number>
  is_whole: Generated<boolean>
  declared_at: string
  touched_at: string
  unclaimed_since: string | null
}

export interface PaperPieceTable {
  content_id: string
  start: number
  /** Sealed (papers/sealed-content.ts). */
  bytes: Buffer
}
