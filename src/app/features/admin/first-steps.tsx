import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { useEffect, useId } from 'react'
import type { AppPath } from '#contract/app-paths.ts'
import { firstSteps, type FirstStep, type StepKey } from '#domain/first-steps.ts'
import { useSyncStatus } from '#app/records/copy/use-offline-copy.tsx'
import { showsDemo } from '#app/session/demo-mark.ts'
import { useSession } from '#app/session/session-store.ts'
import { buttonClass } from '#app/ui/buttons/button-look.ts'
import { FoldButton } from '#app/ui/buttons/fold-button.tsx'
import { useFolded } from '#app/ui/display/use-folded.ts'
import { useOfficeStanding } from './use-office-standing.ts'

/** What an office without records still has to set up, in order, until all of it is done. With demo data in it an office shows itself. */
export function FirstSteps() {
  const { lastSyncAt } = useSyncStatus()
  const isSuperuser = useSession().user?.is_superuser === true
  // Before the first copy is there, what a screen shows is copied first. Superusers have a step more.
  const doneKey = isSuperuser ? 'first-steps-done-superuser' : 'first-steps-done'
  const isAsked = !showsDemo() && lastSyncAt !== null && localStorage.getItem(doneKey) === null
  return isAsked ? <StepsOfOffice {...{ isSuperuser, doneKey }} /> : null
}

function StepsOfOffice({ isSuperuser, doneKey }: { isSuperuser: boolean; doneKey: string }) {
  const standing = useOfficeStanding(isSuperuser)
  const steps = firstSteps(standing)
  const [isFolded, setFolded] = useFolded('first-steps', '(width < 80rem), (height < 50rem)')
  const id = useId()
  const next = steps?.find(({ isDone }) => !isDone)
  const isAllDone = steps !== null && next === undefined && (!isSuperuser || standing.backup === true)
  // Once all of it is done, nobody counts it on this device any more.
  useEffect(() => {
    if (isAllDone) localStorage.setItem(doneKey, 'done')
  }, [isAllDone, doneKey])
  if (!steps || !next) return null
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <section aria-labelledby={id} data-screen-only className="shrink-0 rounded-panel border bg-paper-raised px-4 py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={id} className="font-semibold">
          사무소 준비
        </h2>
        <p className="tabular text-ink-2">
          <span className="max-sm:sr-only">
            {steps.length}단계 중 {done}단계 완료
          </span>
          <span aria-hidden className="sm:hidden">
            {done}/{steps.length}
          </span>
        </p>
        {isFolded ? <StepLink step={next} /> : null}
        <FoldButton isFolded={isFolded} onFold={setFolded} />
      </div>
      {isFolded ? null : (
        <>
          <ol className="grid gap-x-6 py-1 sm:grid-cols-2 xl:grid-cols-4">
            {steps.map((step, index) => (
              <Step key={step.key} step={step} number={index + 1} isNext={step === next} />
            ))}
          </ol>
          {isSuperuser ? <RightsNote /> : null}
        </>
      )}
    </section>
  )
}

function Step({ step, number, isNext }: { step: FirstStep; number: number; isNext: boolean }) {
  const { title, note, to, search = {} } = texts[step.key]
  return (
    <li className="flex items-start gap-2.5 py-1.5">
      <span
        className={`tabular mt-0.5 flex size-6 shrink-0 items-center justify-center rounded-full text-label font-semibold ${step.isDone ? 'bg-good-wash text-good' : isNext ? 'bg-primary text-primary-ink' : 'bg-paper-sunk text-ink-2'}`}
      >
        {step.isDone ? <Check size={14} strokeWidth={2} aria-hidden /> : number}
      </span>
      <div className="flex min-w-0 flex-col items-start gap-0.5">
        <p className={step.isDone ? 'text-ink-2' : 'font-medium'}>
          {to && !step.isDone && !isNext ? (
            <Link to={to} search={search} className="inline-block underline underline-offset-4 coarse:py-2.5">
              {title}
            </Link>
          ) : (
            title
          )}
          {step.isDone ? <span className="text-good"> 완료</span> : null}
        </p>
        {step.isDone ? null : <p className="text-label text-ink-2">{note}</p>}
        {isNext ? <StepLink step={step} /> : null}
      </div>
    </li>
  )
}

/** The way to where a step is done; a step of the server's settings has none. */
function StepLink({ step }: { step: FirstStep }) {
  const { to, search = {}, action } = texts[step.key]
  if (!to) return null
  return (
    <Link to={to} search={search} className={buttonClass('primary', 'sm')}>
      {action}
    </Link>
  )
}

interface StepText {
  readonly title: string
  readonly note: string
  readonly to?: AppPath
  readonly search?: Readonly<Record<string, string>>
  readonly action?: string
}

const deposit = (tab: string) => ({ to: '/services/deposit', search: { tab } }) as const

const texts: Readonly<Record<StepKey, StepText>> = {
  group: {
    title: '사업구간 등록',
    note: '등기 사건이 속하는 단지나 현장입니다.',
    ...{ to: '/services/real-estate', search: { tab: 'group' }, action: '사업구간 등록하기' },
  },
  case: {
    title: '첫 사건 추가',
    note: '신규 줄에 입력하거나 엑셀로 가져옵니다.',
    ...{ to: '/services/real-estate', search: { tab: 'table' }, action: '사건부로 가기' },
  },
  company: { title: '공탁: 회사', note: '일을 맡긴 시행사입니다.', ...deposit('company'), action: '회사 등록하기' },
  department: { title: '공탁: 부서', note: '회사에 속합니다.', ...deposit('department'), action: '부서 등록하기' },
  manager: { title: '공탁: 관리자', note: '회사의 담당자입니다.', ...deposit('manager'), action: '관리자 등록하기' },
  project: { title: '공탁: 사업구간', note: '관리자가 맡습니다.', ...deposit('project'), action: '사업구간 등록하기' },
  title: {
    title: '공탁: 목록',
    note: '사업구간에 속한 사건의 묶음입니다.',
    ...deposit('title'),
    action: '목록 등록하기',
  },
  office: {
    title: '사무소 정보',
    note: '이름, 주소, 전화, 직인. 공개 페이지와 공문에 적힙니다.',
    ...{ to: '/settings', search: { tab: 'office' }, action: '사무소 정보 입력하기' },
  },
  backup: {
    title: '백업 키',
    note: '서버에 BACKUP_KEY_FILE을 설정하면 백업 파일이 암호화됩니다.',
  },
}

/** Only what works today is promised. */
function RightsNote() {
  return (
    <p className="border-t py-1.5 text-label text-ink-2">
      처음 로그인한 사람은 일반 회원이 됩니다. 직원 권한은 관리 → 사용자 관리에서 주고, 첫 최고관리자는 서버 설정
      SUPERUSERS에 적어 정합니다.
    </p>
  )
}
