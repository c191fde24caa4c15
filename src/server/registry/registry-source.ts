import type { Extract } from '#contract/addresses/extract.ts'

/**
 * Where extracts 등기사항전부증명서 come from: the office's own records (`embedded/`) or a helper that speaks to the court or a vendor (`http/`). What it answers has been
 * judged (`judge-issued.ts`): it is about the parcel that was asked for, its numbers are masked and its PDF is one.
 */
export interface RegistrySource {
  /** Stands with every extract it gave. */
  readonly name: string
  /** Throws `RegistryTrouble`. HAZARD: each call may cost the office a fee. */
  extractOf(asked: AskedParcel): Promise<IssuedExtract>
  /** The PDF of an extract that it gave before and that was kept without one (demo data); absent: only a new extract has one. */
  printAgain?(given: {
    readonly extract: Extract
    readonly issuedAt: Date
    readonly office: string
  }): Promise<Uint8Array>
  /** Ends whatever it keeps running. */
  close?(): Promise<void>
}

export interface AskedParcel {
  /** 부동산고유번호; null where the office does not know it. */
  readonly num: string | null
  readonly jibun: string
  readonly signal: AbortSignal
}

export interface IssuedExtract {
  readonly extract: Extract
  readonly issuedAt: Date
  readonly pdf: Uint8Array
  /** In full, where the source may give them. HAZARD: they go into the owners' sealed field and nowhere else. */
  readonly numbers?: readonly PartyNumber[]
}

/** The number of an owner: which entry of 갑구 names them, and their name there. */
export interface PartyNumber {
  readonly rank: string
  readonly name: string
  readonly num: string
}

/** Why there is no extract, in Korean words for people. `isPassing`: asked again later there may be one. */
export class RegistryTrouble extends Error {
  override readonly name = 'RegistryTrouble'
  readonly isPassing: boolean
  /** So long the source wants to be left alone. */
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
