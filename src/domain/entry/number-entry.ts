import { isEmptyEntry, misplacedComma, plainEntry, withoutThousands } from './plain-entry.ts'

export type ReadNumber =
  | { readonly ok: true; readonly value: number | null }
  | { readonly ok: false; readonly message: string }

/**
 * Parses a number as people and sheets write it: `1,084.5`, `84.97㎡` in a ㎡ column, `(12.3)` and
 * `△12.3` as negative, `1.2E-3`, `-` for none. `label` ends in the unit, as in `전용면적(㎡)`.
 */
export function readNumber(text: string, label = ''): ReadNumber {
  const plain = withoutUnit(plainEntry(text), label).replace(/^([+\-△▲]?)[₩\\]/, '$1')
  if (isEmptyEntry(plain)) return { ok: true, value: null }
  const digits = withoutThousands(plain.replace(/(?<=\d)\s(?=\d{3}(?!\d))/g, ','))
  if (digits === null) return { ok: false, message: `${misplacedComma} 1,084.56처럼 입력해 주세요.` }
  const signed = digits
    .replace(/^\(([^()+-]+)\)$/, '-$1')
    .replace(/^[△▲]/, '-')
    .replace(/^([+-])\s+/, '$1')
  return /^[+-]?(\d+(?:\.\d*)?|\.\d+)(E[+-]?\d{1,2})?$/i.test(signed)
    ? { ok: true, value: Number(signed) + 0 }
    : { ok: false, message: '숫자로 입력해 주세요.' }
}

/** Removes the column's unit; another unit (평 in a ㎡ column) is not accepted. */
function withoutUnit(plain: string, label: string): string {
  const unit = /\(([^()]+)\)$/.exec(label.normalize('NFKC'))?.[1] ?? ''
  const spelled = [unit, ...(otherSpellings[unit] ?? [])].find((one) => one !== '' && plain.endsWith(one))
  return spelled === undefined ? plain : plain.slice(0, -spelled.length).trim()
}

const otherSpellings: Readonly<Record<string, readonly string[]>> = {
  m2: ['M2', 'm^2', '제곱미터', '평방미터'],
  '%': ['퍼센트', '프로'],
}
