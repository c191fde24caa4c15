import { withoutThousands } from '../entry/plain-entry.ts'

const bigUnits = [
  { name: '조', value: 1_0000_0000_0000n, below: 1_0000_0000n },
  { name: '억', value: 1_0000_0000n, below: 1_0000n },
  { name: '만', value: 1_0000n, below: 1n },
] as const

const number = String.raw`\d{1,3}(?:,\d{3})+|\d+`
const sectionPattern = new RegExp(`^(?:(${number})?(천))?(?:(${number})?(백))?(?:(${number})?(십))?(${number})?$`)
const smallUnits = { 천: 1000n, 백: 100n, 십: 10n } as const

/**
 * Won of an unsigned amount in Korean units without spaces and 원: `38만`, `1억2천만`, `1.5억`, `천만`. As
 * in speech, 천·백·십 after a big unit count the next smaller one: `1억2천` is 120,000,000, `3만5천`
 * 35,000. Null when it is no amount or ambiguous (`1억500`, `3만5`).
 */
export function readWonUnits(text: string): bigint | null {
  const decimals = /\.(\d+)/.exec(text)?.[1]
  if (decimals === undefined) return readWhole(text)
  // A fraction needs a single unit: 1.5억2천 is invalid.
  const plain = withoutThousands(text)
  if (plain === null || !/^\d+\.\d+[조억만천백십]+$/.test(plain)) return null
  const digits = readWhole(plain.replace('.', ''))
  const factor = 10n ** BigInt(decimals.length)
  return digits === null || digits % factor !== 0n ? null : digits / factor
}

function readWhole(text: string): bigint | null {
  let total = 0n
  let rest = text
  let limit: bigint | null = null
  let last: (typeof bigUnits)[number] | null = null
  for (const unit of bigUnits) {
    const at = rest.indexOf(unit.name)
    if (at === -1) continue
    const count = at === 0 && last === null ? 1n : (readSection(rest.slice(0, at))?.value ?? null)
    if (count === null || count === 0n || (limit !== null && count * unit.value >= limit)) return null
    total += count * unit.value
    rest = rest.slice(at + 1)
    limit = unit.value
    last = unit
  }
  const tail = rest === '' ? 0n : readTail(rest, last)
  return tail === null ? null : total + tail
}

/** The part after the last big unit, or the whole text without one. */
function readTail(text: string, unit: (typeof bigUnits)[number] | null): bigint | null {
  const section = readSection(text)
  if (section === null) return null
  if (unit === null) return section.value
  const scale = section.isCounted ? unit.below : 1n
  // Only a part was written in units: 1억2천500.
  if (section.isCounted && section.hasRest && scale > 1n) return null
  const value = section.value * scale
  const least = section.isCounted ? 0n : unit.below > 1n ? unit.below : 10n
  return value >= least && value < unit.value ? value : null
}

/** `2천5백`, `350`, `천`: a number below ten thousand, or digits alone. */
function readSection(text: string): { value: bigint; isCounted: boolean; hasRest: boolean } | null {
  const match = text === '' ? null : sectionPattern.exec(text)
  if (!match) return null
  let value = 0n
  let limit: bigint | null = null
  for (const [index, name] of (['천', '백', '십'] as const).entries()) {
    if (match[index * 2 + 2] === undefined) continue
    const part: bigint = wholeOf(match[index * 2 + 1] ?? '1') * smallUnits[name]
    if (part === 0n || (limit !== null && part >= limit)) return null
    value += part
    limit = smallUnits[name]
  }
  const rest = match[7]
  if (rest === undefined) return { value, isCounted: true, hasRest: false }
  const units = wholeOf(rest)
  // 5천2 means 5,200 when spoken and 5,002 when written.
  if (limit !== null && (units < 10n || units >= limit)) return null
  return { value: value + units, isCounted: limit !== null, hasRest: true }
}

function wholeOf(digits: string): bigint {
  return BigInt(digits.replaceAll(',', ''))
}
