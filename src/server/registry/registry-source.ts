import type { RegistryExtract } from '#contract/registry/extract.ts'
import { isSameLot, parseLot } from '#domain/registry/compare-extracts.ts'
import { maskExtract } from '#domain/registry/mask-extract.ts'

/**
 * Source of extracts 등기사항전부증명서: the office's own records (`embedded/`) or a helper that queries the
 * court or a vendor (`http/`). Its responses are checked (`checkIssuedExtract`): they are about the
 * requested parcel, numbers are masked, and the PDF is readable.
 */
export interface RegistrySource {
  /** Stored with every extract it gave. */
  readonly name: string
  /** Throws `RegistryError`. HAZARD: each call may cost the office a fee. */
  issueExtract(parcel: ParcelRequest): Promise<IssuedExtract>
  /**
   * Prints the PDF of an earlier extract that was stored without one (demo data). Absent: only a
   * new extract has a PDF.
   */
  printAgain?(extract: {
    readonly extract: RegistryExtract
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
  readonly extract: RegistryExtract
  readonly issuedAt: Date
  readonly pdf: Uint8Array
  /**
   * In full, where the source may give them. HAZARD: they go into the owners' encrypted field and
   * nowhere else.
   */
  readonly numbers?: readonly PersonNumber[]
}

/** Number of an owner, with the 갑구 entry and the name that identify them. */
export interface PersonNumber {
  readonly rank: string
  readonly name: string
  readonly num: string
}

/** Why there is no extract, in Korean. `isTransient`: a later retry may succeed. */
export class RegistryError extends Error {
  override readonly name = 'RegistryError'
  readonly isTransient: boolean
  /** Time the source asks to wait, in ms. */
  readonly waitMs: number | undefined
  constructor(message: string, { isTransient = false, waitMs, cause }: RegistryErrorOptions = {}) {
    super(message, { cause })
    this.isTransient = isTransient
    this.waitMs = waitMs
  }
}

interface RegistryErrorOptions {
  readonly isTransient?: boolean
  readonly waitMs?: number | undefined
  readonly cause?: unknown
}

/** Refuses a parcel that no register can find, before it costs a fee. */
export function validateParcel({ num, jibun }: Pick<ParcelRequest, 'num' | 'jibun'>): void {
  if (num !== null || parseLot(jibun) !== null) return
  throw new RegistryError(
    '고유번호가 없고 지번주소에서 지번을 찾을 수 없습니다. 둘 중 하나를 입력한 뒤 다시 발급해 주세요.',
  )
}

/**
 * Checks what a source returned and makes it storable; throws when it is about another parcel or
 * its PDF is broken.
 */
export function checkIssuedExtract(
  parcel: Pick<ParcelRequest, 'num' | 'jibun'>,
  { extract, pdf, ...rest }: IssuedExtract,
): IssuedExtract {
  const mismatch = findParcelMismatch(parcel, extract)
  if (mismatch !== null) throw new RegistryError(mismatch)
  const error = findPdfError(pdf)
  if (error !== null)
    throw new RegistryError(`받은 등본 PDF가 온전하지 않습니다(${error}). 저장하지 않았습니다.`, { isTransient: true })
  return { ...rest, pdf, extract: maskExtract(extract) }
}

/** True when a stored extract is of the parcel requested now. */
export function isSameParcel(parcel: Pick<ParcelRequest, 'num' | 'jibun'>, extract: RegistryExtract): boolean {
  return findParcelMismatch(parcel, extract) === null
}

function findParcelMismatch(
  { num, jibun }: Pick<ParcelRequest, 'num' | 'jibun'>,
  extract: RegistryExtract,
): string | null {
  if (num !== null && stripNonDigits(num) !== stripNonDigits(extract.num))
    return `요청한 고유번호(${num})와 다른 부동산의 등본(${extract.num || '고유번호 없음'})이 왔습니다. 저장하지 않았습니다.`
  const address = extract.description.address
  const isSame = isSameLot(jibun, address)
  if (isSame === true || (isSame === undefined && num !== null)) return null
  return `요청한 지번(${jibun})과 다른 부동산의 등본(${address || '소재지 없음'})이 왔습니다. 저장하지 않았습니다.`
}

function stripNonDigits(num: string): string {
  return num.replaceAll(/\D/g, '')
}

/**
 * Why the bytes are not a readable PDF, or null. Checks header and cross-reference, which a
 * truncated download or an HTML page breaks.
 */
export function findPdfError(pdf: Uint8Array): string | null {
  if (pdf.byteLength === 0) return '빈 파일'
  if (pdf.byteLength > maxPdfBytes) return `${maxPdfBytes / 1_048_576}MB를 넘는 파일`
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)
  const headAt = bytes.subarray(0, 1024).indexOf('%PDF-')
  if (headAt < 0) return 'PDF가 아닌 파일'
  const tail = bytes.subarray(-1024).toString('latin1')
  const [, offset] = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail) ?? []
  if (offset === undefined) return '끝이 잘린 파일'
  const reference = bytes.subarray(headAt + Number(offset), headAt + Number(offset) + 32).toString('latin1')
  return /^\s*(xref\b|\d+\s+\d+\s+obj\b)/.test(reference) ? null : '목차가 깨진 파일'
}

const maxPdfBytes = 10 * 1_048_576
