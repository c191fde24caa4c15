import type { Extract } from '#contract/addresses/extract.ts'

/**
 * Source of extracts 등기사항전부증명서: the office's own records (`embedded/`) or a helper that asks the
 * court or a vendor (`http/`). Its answers are checked (`judge-issued.ts`): they are about the
 * requested parcel, numbers are masked, and the PDF is readable.
 */
export interface RegistrySource {
  /** Stored with every extract it gave. */
  readonly name: string
  /** Throws `RegistryTrouble`. HAZARD: each call may cost the office a fee. */
  extractOf(parcel: ParcelRequest): Promise<IssuedExtract>
  /**
   * Prints the PDF of an earlier extract that was stored without one (demo data). Absent: only a
   * new extract has a PDF.
   */
  printAgain?(extract: {
    readonly extract: Extract
    readonly issuedAt: Date
    readonly office: string
  }): Promise<Uint8Array>
  /** Stops background activity of the source. */
  close?(): Promise<void>
}

export interface ParcelRequest {
  /** 부동산고유번호; null when the office does not know it. */
  readonly num: string | null
  readonly jibun: string
  readonly signal: AbortSignal
}

export interface IssuedExtract {
  readonly extract: Extract
  readonly issuedAt: Date
  readonly pdf: Uint8Array
  /**
   * In full, where the source may give them. HAZARD: they go into the owners' encrypted field and
   * nowhere else.
   */
  readonly numbers?: readonly PartyNumber[]
}

/** Number of an owner, with the 갑구 entry and the name that identify them. */
export interface PartyNumber {
  readonly rank: string
  readonly name: string
  readonly num: string
}

/** Why there is no extract, in Korean. `isPassing`: a later retry may succeed. */
export class RegistryTrouble extends Error {
  override readonly name = 'RegistryTrouble'
  readonly isPassing: boolean
  /** Time the source asks to wait, in ms. */
  readonly waitMs: number | undefined
  constructor(message: string, { isPassing = false, waitMs, cause }: TroubleFacts = {}) {
    super(message, { cause })
    this.isPassing = isPassing
    this.waitMs = waitMs
  }
}

interface TroubleFacts {
  readonly isPassing?: boolean
  readonly waitMs?: number | undefined
  readonly cause?: unknown
}
