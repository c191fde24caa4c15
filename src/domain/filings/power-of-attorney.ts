import { scrivenerOf } from '../office/office-words.ts'
import { dayInWords } from './document-words.ts'
import type { FilledForm, Filing, FilingSource } from './filing.ts'
import { filingKind } from './filing-kinds.ts'
import { filingSides, partyName, type FilingSide } from './filing-sides.ts'

/** The 위임장 of a filing; one each, because each filing has its own receipt number. */
export function powerOfAttorneyOf(source: FilingSource, filing: Filing): FilledForm {
  const { office, application } = source
  const { sides } = filingSides(source, filingKind(filing.part, application))
  const { property, cause, purpose, deal } = filing.texts
  return {
    form: 'power_of_attorney',
    texts: {
      property: property ?? '',
      cause: cause ?? '',
      purpose: purpose ?? '',
      ...(deal !== undefined && { deal }),
      agent: [scrivenerOf(office), `사무소 ${office.address}`, `전화 ${office.telephone}`].join('\n'),
      words: wordsOfPower,
      date: dayInWords(application.regi_date),
    },
    lists: { extras: filing.lists['extras'] ?? [], givers: sides.flatMap(giversOf) },
  }
}

const wordsOfPower =
  '위 사람을 대리인으로 정하고 위 부동산 등기신청 및 취하에 관한 모든 권한을 위임한다. 또한 복대리인의 선임을 허락한다.\n' +
  '등기필정보의 수령, 첨부서면의 원본환부, 보정 및 등기신청수수료의 환급에 관한 권한을 함께 위임한다.'

/**
 * Role, name with address, and the place of the seal. The obligor uses the registered seal (부동산등기규칙
 * 제60조).
 */
function giversOf({ label, parties }: FilingSide, at: number, sides: readonly FilingSide[]): string[][] {
  const needsRegistered = sides.length > 1 && at === 0
  return parties.map((party) => [
    label,
    `${partyName(party).replaceAll('\n', ' ')}\n${party.address}`,
    needsRegistered && party.party_kind === 'person' ? '㊞\n(인감)' : '㊞',
  ])
}
