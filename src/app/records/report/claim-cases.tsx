import { Button } from '#app/ui/buttons/button.tsx'
import { formatNumber } from '#contract/text/format-number.ts'
import { formatDay } from '#domain/dates/office-date.ts'
import {
  type ClaimCase,
  type ClaimChoice,
  type ClaimStates,
  completedState,
  filterBilled,
  filterOffered,
} from '#domain/deposit-cases/claim-cases.ts'
import { formatWon } from '#domain/money/won.ts'

interface ClaimCasesProps {
  /** The cases of the project and days; null while unknown. */
  cases: readonly ClaimCase[] | null
  states: ClaimStates
  choice: ClaimChoice
  /** Whether the cases hold the day of their claim. */
  hasClaimDay: boolean
  onChange(change: Partial<ClaimChoice>): void
}

/** Which cases are billed: claimed before or not, in which state, and single ones left out. */
export function ClaimCases({ cases, states, choice, hasClaimDay, onChange }: ClaimCasesProps) {
  const offered = cases && filterOffered(cases, choice)
  return (
    <div className="my-3 grid grid-cols-1 gap-3">
      {hasClaimDay ? (
        <ScopeButtons cases={cases} choice={choice} onChange={onChange} />
      ) : (
        <p className="text-ink-2">{claimedCasesText}</p>
      )}
      <StateChoice cases={cases} states={states} choice={choice} onChange={onChange} />
      {hasClaimDay || !cases ? null : (
        <p role="status">
          청구할 사건 <span className="tabular font-semibold">{formatClaimSum(filterBilled(cases, choice))}</span>
        </p>
      )}
      {offered && offered.length > 0 ? <CaseList cases={offered} choice={choice} onChange={onChange} /> : null}
    </div>
  )
}

const claimedCasesText = '이 장부에는 비용청구일과 입금일이 없어, 이미 청구하거나 입금된 사건도 빠지지 않습니다.'

type ChoiceProps = Pick<ClaimCasesProps, 'cases' | 'choice' | 'onChange'>

const scopes = [
  { label: '아직 청구하지 않은 것', isUnclaimedOnly: true },
  { label: '모두', isUnclaimedOnly: false },
] as const

/** One button for each scope with its sum; the current one is pressed. */
function ScopeButtons({ cases, choice, onChange }: ChoiceProps) {
  return (
    <div role="group" aria-label="청구할 사건" className="grid gap-1.5 sm:grid-cols-2">
      {scopes.map(({ label, isUnclaimedOnly }) => (
        <Button
          key={label}
          aria-pressed={choice.isUnclaimedOnly === isUnclaimedOnly}
          className="h-auto min-h-11 flex-wrap gap-x-3 py-1.5 text-left aria-pressed:border-primary aria-pressed:bg-primary-wash"
          onClick={() => onChange({ isUnclaimedOnly })}
        >
          {label}{' '}
          {cases ? (
            <span className="tabular font-semibold">
              {formatClaimSum(filterBilled(cases, { ...choice, isUnclaimedOnly }))}
            </span>
          ) : null}
        </Button>
      ))}
    </div>
  )
}

/** A box for each state that the cases are in, and how many cases are in states not chosen. */
function StateChoice({ cases, states, choice, onChange }: ChoiceProps & Pick<ClaimCasesProps, 'states'>) {
  const inState = (value: string) => (cases ? filterOffered(cases, { ...choice, states: [value] }) : [])
  const omittedCount = states
    .filter(({ value }) => !choice.states.includes(value))
    .reduce((count, { value }) => count + inState(value).length, 0)
  return (
    <div role="group" aria-label="청구할 상태" className="flex flex-wrap items-center gap-x-5">
      {states
        .filter(({ value }) => value === completedState || choice.states.includes(value) || inState(value).length > 0)
        .map(({ value, label }) => (
          <label key={value} className="inline-flex min-h-7 items-center gap-2 coarse:min-h-11">
            <input
              type="checkbox"
              checked={choice.states.includes(value)}
              onChange={() => onChange({ states: toggle(choice.states, value) })}
              className="size-4 shrink-0 accent-primary"
            />
            {label}
            <span className="tabular text-label text-ink-2">{formatClaimSum(inState(value))}</span>
          </label>
        ))}
      <p role="status" className="basis-full text-label text-ink-2 empty:hidden">
        {omittedCount === 0
          ? ''
          : `다른 상태의 ${formatNumber(omittedCount)}건은 청구하지 않습니다. 넣으려면 상태를 선택해 주세요.`}
      </p>
    </div>
  )
}

/** The cases one by one; an unticked one is left out. */
function CaseList({ cases, choice, onChange }: ChoiceProps & { cases: readonly ClaimCase[] }) {
  return (
    <details>
      <summary className="w-fit min-h-7 content-center text-primary coarse:min-h-11">
        사건 하나씩 빼기 ({formatNumber(cases.length)}건)
      </summary>
      <ul aria-label="청구할 사건 목록" className="mt-1 max-h-60 overflow-y-auto rounded-control border px-2 py-1">
        {cases.map(({ id, owner, note, day, sum }) => (
          <li key={id}>
            <label className="flex min-h-7 items-center gap-2 coarse:min-h-11">
              <input
                type="checkbox"
                checked={!choice.except.includes(id)}
                onChange={() => onChange({ except: toggle(choice.except, id) })}
                className="size-4 shrink-0 accent-primary"
              />
              <span className="min-w-0 flex-1 truncate">
                {owner || '소유자 없음'} <span className="text-label text-ink-2">{note}</span>
              </span>
              <span className="tabular text-label text-ink-2 max-sm:hidden">{formatDay(day)}</span>
              <span className="tabular w-28 shrink-0 text-right">{formatWon(sum)}원</span>
            </label>
          </li>
        ))}
      </ul>
    </details>
  )
}

function toggle(values: readonly string[], value: string): readonly string[] {
  return values.includes(value) ? values.filter((other) => other !== value) : [...values, value]
}

/** `12건 · 91,371,130원`. */
export function formatClaimSum(cases: readonly Pick<ClaimCase, 'sum'>[]): string {
  return `${formatNumber(cases.length)}건 · ${formatWon(cases.reduce((sum, claimed) => sum + claimed.sum, 0))}원`
}
