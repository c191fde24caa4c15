import type { DocumentDetails } from '#contract/addresses/address-tasks.ts'
import type { AddressRecord } from '#contract/books/addresses.ts'
import type { SurveyOwner, SurveySource } from '#domain/compensation/survey-rows.ts'
import type { FilingOffice, FilledForm, MissingBox } from '#domain/filings/filing.ts'
import { withParticle } from '#domain/text/with-particle.ts'

/** The data of all official documents of one address. */
export interface OfficialDocumentSource extends SurveySource {
  readonly address: DocumentAddress
  readonly owners: readonly DocumentOwner[]
  /** 사업구간. */
  readonly project: string
  /** 사업시행자: the project's company. `num`: 법인등록번호. */
  readonly developer: { readonly name: string; readonly address: string; readonly num: string | null } | null
  /** 참조: the person in charge there. */
  readonly manager: {
    readonly name: string
    readonly position: string
    readonly department: string
    readonly telephone: string
  } | null
  readonly office: DocumentOffice
  readonly details: DocumentDetails
  readonly today: string
  /** 문서번호; null until the letter is made. */
  readonly documentNumber: string | null
}

type DocumentAddress = Pick<
  AddressRecord,
  | ('id' | 'num' | 'jibun' | 'address' | 'owner_name' | 'regi_office' | 'purpose')
  | ('fees' | 'fees_vat' | 'proof' | 'tax' | 'stamp')
  | ('deposit_name' | 'deposit_number' | 'deposit_amount')
>

export interface DocumentOwner extends SurveyOwner {
  readonly party_kind: string | null
  /**
   * The full number if the document needs it and it is known, otherwise null: a masked number is
   * never printed.
   */
  readonly num: string | null
}

type DocumentOffice = FilingOffice & { readonly letter_mark: string; readonly fax: string; readonly email: string }

/** The pages of one address, and the boxes that stay empty. */
export interface OfficialDocumentPages {
  readonly forms: readonly FilledForm[]
  readonly missing: readonly MissingBox[]
}

/** The box with what to do about it when its value is empty; an empty list otherwise. */
export function requireBox(box: string, value: string | null | undefined, words?: string): MissingBox[] {
  if (value?.trim()) return []
  return [{ box, words: words ?? `${withParticle(box, '을/를')} 입력해 주세요.` }]
}
