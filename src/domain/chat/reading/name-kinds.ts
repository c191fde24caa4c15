import type { CollectionName } from '#contract/books/collections.ts'
import { parseFieldPath } from '#contract/books/references.ts'
import type { Filter } from '#contract/records/query.ts'
import { pickParticle } from '#domain/text/pick-particle.ts'
import type { OfficeData } from '../knowledge.ts'
import { findFieldByPath } from '../record-filters.ts'
import { blankOut } from './blank-out.ts'
import { defaultFields } from './default-fields.ts'

type Role = 'owner' | 'person' | 'depositor' | 'receiver'

/** A condition on what a name is like, not on its letters: 소유자 박씨, 법인이 소유자인. */
export interface NameKind {
  /** As written, without the role: 박씨, 법인. */
  readonly words: string
  readonly at: number
  readonly kind: 'family' | 'company' | 'individual' | 'several'
  /** Whose name it is; null if the question doesn't say, which means the owner. */
  readonly role: Role | null
}

export const familyNames =
  '김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구민진엄채원천방공현함변염여추도소석선설마길연위표명기왕금옥육인맹제모탁국편용'

const roles: readonly (readonly [Role, string])[] = [
  ['owner', '소유자|소유주|공유자|토지주|땅주인|주인|명의자|매수인|피공탁자'],
  ['depositor', '공탁자'],
  ['receiver', '받는 분|받는분'],
  ['person', '담당자|담당하는|담당|맡은|관리자|기사님|기사|대표자|대표|신청자'],
]
const anyRole = roles.map(([, words]) => words).join('|')
const ownerRole = '소유자|소유주|토지주|땅주인|명의자|매수인|피공탁자|공탁자'
const family = `(?:남궁|황보|제갈|선우|독고|사공|[${familyNames}]) ?씨`
const kinds = '법인|회사|기업|업체|개인'
const particles = String.raw`(?:들?[이가은는의]| ?성[이은]| ?이름[이은])? ?(?:중에?서? ?)?`
/** 소유자 박씨, 박씨 소유자, 성이 최씨인, 김씨 땅. */
const familyPattern = new RegExp(
  String.raw`(?:(?<role>${anyRole})${particles})?(?:(?<![가-힣])성[이은] ?)?(?<![가-힣])(?<name>${family})(?:인|네|들|성)?(?:[이가의은는도]|이고)?(?: ?(?<after>${anyRole})(?![가-힣]{2}))?(?=[\s,?]|[이가은는의인]|$)`,
)
/** 소유자가 법인인, 법인 소유, 회사가 소유자인, 개인 땅. */
const kindPatterns = [
  new RegExp(
    String.raw`(?<role>${ownerRole})${particles}(?<![가-힣])(?<name>${kinds})(?![가-힣]*번호|카드)(?:들|인|명의)?[이가은는의만]?(?=[\s,?]|$)`,
  ),
  new RegExp(
    String.raw`(?<![가-힣])(?<name>${kinds})[이가의]? ?(?:(?<after>${ownerRole})(?:인|가|는)?|소유(?:인|한|의|하는|하고 있는)?|명의(?:인|의|로 된)?)(?=[\s,?]|$)`,
  ),
  new RegExp(String.raw`(?<![가-힣])(?<name>법인|회사|기업|개인) ?(?=땅|토지(?![가-힣]))`),
]

/** 소유자가 여러 명인, 공유자가 둘 이상인. */
const severalPattern = new RegExp(
  String.raw`(?<role>${anyRole})(?:들?[이가은는])? ?(?<name>(?:여러 ?(?:명|분|사람|인)|여럿|(?:둘|두 ?(?:명|분|사람)|2 ?(?:명|인))(?: ?이상)?))(?:[이가]? ?있는|인|이고|의)?(?=[\s,?]|[은는이가인]|$)`,
)

/** Reads a kind of name, and the question without it; null when there is none. */
export function readNameKind(text: string): { readonly nameKind: NameKind; readonly rest: string } | null {
  const asFamily = familyPattern.exec(text)
  // 회사가 제일 많은 공탁자: a grouping.
  const asSeveral = asFamily ? null : severalPattern.exec(text)
  const match =
    asFamily ?? asSeveral ?? kindPatterns.map((pattern) => pattern.exec(text)).find((found) => found !== null)
  const { name = '', role, after } = match?.groups ?? {}
  if (!match) return null
  const kind = asFamily ? 'family' : asSeveral ? 'several' : name === '개인' ? 'individual' : 'company'
  const said = roles.find(([, words]) => words.split('|').includes(role ?? after ?? ''))?.[0] ?? null
  return {
    nameKind: { words: name, at: match.index, kind, role: said },
    rest: blankOut(text, match.index, match[0].length),
  }
}

/** The field of the book whose names are meant; null if it has none. */
function findNameField(collection: CollectionName, role: Role | null): string | null {
  const { owner, person } = defaultFields[collection] ?? {}
  if (role === 'depositor') return findFieldByPath(collection, 'deposit_name') ? 'deposit_name' : null
  if (role === 'receiver') return findFieldByPath(collection, 'receiver') ? 'receiver' : null
  if (role === 'owner') return owner ?? null
  if (collection === 'managers' || (collection === 'inquiries' && role === null)) return 'name'
  return (role === 'person' ? person : (owner ?? person)) ?? null
}

/** Whether a name is that of a company, an agency or another body. */
function isCompanyName(name: string): boolean {
  return /주식회사|\([주유재사]\)|㈜|유한|공사(?:$|\s)|공단|조합|은행|재단|사단|법인|건설단|종중|교회|학교|금고|시청|군청|구청|신탁|개발$|건설$|산업$/.test(
    name,
  )
}

/** The names of this kind as a condition on the book; null if the book has no such field. */
export async function findNamesOfKind(
  { words, kind, role }: NameKind,
  collection: CollectionName,
  office: OfficeData,
): Promise<{ readonly filter: Filter; readonly note: string; readonly count: number } | null> {
  const path = findNameField(collection, role)
  const target = path === null ? null : parseFieldPath(collection, path)
  if (path === null || !target) return null
  const known = await office.listValues(target.collection, target.key)
  const familyName = words.replace(/ ?씨$/, '')
  const companies = known.filter(isCompanyName)
  const families = known.filter((name) => name.startsWith(familyName) && !isCompanyName(name))
  const label = findFieldByPath(collection, path)?.label ?? path
  const quoted = `‘${words}’${pickParticle(words, '은/는')}`
  if (kind === 'family')
    return {
      filter: { op: 'one_of', field: path, values: families },
      note: `${quoted} ‘${familyName}’ 자로 시작하는 ${label} 이름으로 찾았습니다.`,
      count: families.length,
    }
  const groups = known.filter((name) => / 외 \d+ ?(?:명|인)/.test(name))
  if (kind === 'several')
    return {
      filter: known.every((name) => !name.includes('외') || groups.includes(name))
        ? { op: 'contains', field: path, text: '외' }
        : { op: 'one_of', field: path, values: groups },
      note: `${quoted} 이름에 ‘외 1명’처럼 사람 수가 적힌 ${label}로 찾았습니다.`,
      count: groups.length,
    }
  const isCompany = kind === 'company'
  return {
    filter: isCompany
      ? { op: 'one_of', field: path, values: companies }
      : { op: 'none_of', field: path, values: [null, ...companies] },
    note: `${quoted} 이름에 주식회사, 공사, 조합, 은행 같은 말이 ${isCompany ? '들어 있는' : '없는'} ${label}로 찾았습니다.`,
    count: isCompany ? companies.length : known.length - companies.length,
  }
}
