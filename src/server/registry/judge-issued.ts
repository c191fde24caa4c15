import type { Extract } from '#contract/addresses/extract.ts'
import { maskExtract } from '#domain/registry/mask-extract.ts'
import { isSameLot, lotOf } from '#domain/registry/same-lot.ts'
import { pdfFault } from './pdf-fault.ts'
import { type ParcelRequest, type IssuedExtract, RegistryTrouble } from './registry-source.ts'

/** Refuses a parcel that no register can find, before it costs a fee. */
export function validateParcel({ num, jibun }: Pick<ParcelRequest, 'num' | 'jibun'>): void {
  if (num !== null || lotOf(jibun) !== null) return
  throw new RegistryTrouble(
    '고유번호가 없고 지번주소에서 지번을 찾을 수 없습니다. 둘 중 하나를 입력한 뒤 다시 발급해 주세요.',
  )
}

/**
 * Checks what a source returned and makes it storable; throws when it is about another parcel or
 * its PDF is broken.
 */
export function judgeIssued(
  parcel: Pick<ParcelRequest, 'num' | 'jibun'>,
  { extract, pdf, ...rest }: IssuedExtract,
): IssuedExtract {
  const other = otherParcel(parcel, extract)
  if (other !== null) throw new RegistryTrouble(other)
  const fault = pdfFault(pdf)
  if (fault !== null)
    throw new RegistryTrouble(`받은 등본 PDF가 온전하지 않습니다(${fault}). 저장하지 않았습니다.`, { isPassing: true })
  return { ...rest, pdf, extract: maskExtract(extract) }
}

/** True when a stored extract is of the parcel requested now. */
export function isOfParcel(parcel: Pick<ParcelRequest, 'num' | 'jibun'>, extract: Extract): boolean {
  return otherParcel(parcel, extract) === null
}

function otherParcel({ num, jibun }: Pick<ParcelRequest, 'num' | 'jibun'>, extract: Extract): string | null {
  if (num !== null && digits(num) !== digits(extract.num))
    return `요청한 고유번호(${num})와 다른 부동산의 등본(${extract.num || '고유번호 없음'})이 왔습니다. 저장하지 않았습니다.`
  const address = extract.description.address
  const isSame = isSameLot(jibun, address)
  if (isSame === true || (isSame === undefined && num !== null)) return null
  return `요청한 지번(${jibun})과 다른 부동산의 등본(${address || '소재지 없음'})이 왔습니다. 저장하지 않았습니다.`
}

function digits(num: string): string {
  return num.replaceAll(/\D/g, '')
}
