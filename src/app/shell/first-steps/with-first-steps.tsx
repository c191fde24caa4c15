import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { useFigure } from '#app/records/offline-copy/use-figure.ts'
import { useOfflineCopy, useSyncStatus } from '#app/records/offline-copy/use-offline-copy.tsx'
import { showsDemo } from '#app/session/office/demo-mark.ts'
import { useSetup } from '#app/session/office/use-setup.ts'
import { useSession } from '#app/session/session-store.ts'
import { createDeviceChoice, useDeviceSetting } from '#app/ui/browser/device-setting.ts'
import { useOffice } from '#app/ui/office/office-profile.ts'
import type { AppPath } from '#contract/app-paths.ts'
import { isUnnamed } from '#domain/office/office-texts.ts'
import {
  type DepositPart,
  findNextDepositPart,
  type FirstStep,
  listFirstSteps,
  type StepKey,
  stepKeys,
} from '#domain/today/first-steps.ts'

export interface FirstSteps {
  readonly steps: readonly FirstStep[]
  readonly next: FirstStep
  /** Null while a step is unknown. */
  readonly doneCount: number | null
  /** The first missing part of what a deposit case needs. */
  readonly depositPart: DepositPart | undefined
  /** Hides the steps on this device. */
  dismiss(): void
}

/**
 * Whether the steps are done or dismissed on this device. Superusers have more steps, hence their
 * own key.
 */
const staffChoice = createDeviceChoice('first-steps-done', ['open', 'done'])
const superuserChoice = createDeviceChoice('first-steps-done-superuser', ['open', 'done'])

interface WithFirstStepsProps {
  children(progress: FirstSteps): ReactNode
}

/**
 * Renders the remaining set-up steps of a new office, in order. Renders nothing once all are done,
 * or while demo data is present. An office without a name has its first step to do before the first
 * copy of its records has arrived.
 */
export function WithFirstSteps({ children }: WithFirstStepsProps) {
  const { lastSyncAt } = useSyncStatus()
  const isSuperuser = useSession().user?.is_superuser === true
  const isOfficeUnnamed = isUnnamed(useOffice())
  const [state, keepState] = useDeviceSetting(isSuperuser ? superuserChoice : staffChoice)
  if (showsDemo() || state === 'done') return null
  const dismiss = () => keepState('done')
  if (lastSyncAt !== null) {
    return (
      <StepProgress isSuperuser={isSuperuser} dismiss={dismiss}>
        {children}
      </StepProgress>
    )
  }
  // Don't count before the first copy has arrived; the screen's own data is copied first.
  const progress = isSuperuser && isOfficeUnnamed ? toFirstSteps(unnamedSteps) : null
  return progress && children({ ...progress, depositPart: undefined, dismiss })
}

const unnamedSteps = stepKeys.map((key): FirstStep => ({ key, isDone: key === 'office' ? false : null }))

function toFirstSteps(steps: readonly FirstStep[]): Pick<FirstSteps, 'steps' | 'next' | 'doneCount'> | null {
  const next = steps.find(({ isDone }) => isDone !== true)
  if (!next) return null
  const isKnown = steps.every(({ isDone }) => isDone !== null)
  return { steps, next, doneCount: isKnown ? steps.filter(({ isDone }) => isDone).length : null }
}

/**
 * The same for steps that the user has hidden on this device and that aren't all done. Passes the
 * function that shows them again.
 */
export function WithHiddenSteps({ children }: { children(showAgain: () => void): ReactNode }) {
  const { lastSyncAt } = useSyncStatus()
  const isSuperuser = useSession().user?.is_superuser === true
  const [state, keepState] = useDeviceSetting(isSuperuser ? superuserChoice : staffChoice)
  if (showsDemo() || lastSyncAt === null || state !== 'done') return null
  return (
    <StepProgress isSuperuser={isSuperuser} dismiss={() => keepState('done')}>
      {() => children(() => keepState('open'))}
    </StepProgress>
  )
}

interface StepProgressProps extends WithFirstStepsProps, Pick<FirstSteps, 'dismiss'> {
  isSuperuser: boolean
}

function StepProgress({ isSuperuser, dismiss, children }: StepProgressProps) {
  const { steps, depositPart } = useStepProgress(isSuperuser)
  const progress = steps && toFirstSteps(steps)
  const isAllDone = steps !== null && progress === null && (!isSuperuser || steps.length === stepKeys.length)
  // Remember it, so that this device stops counting.
  useEffect(() => {
    if (isAllDone) dismiss()
  })
  return progress && children({ ...progress, depositPart, dismiss })
}

/**
 * Progress of the steps from the copy on this device. For superusers, the server's last response
 * tells whether there are colleagues.
 */
function useStepProgress(isSuperuser: boolean) {
  const copy = useOfflineCopy()
  const office = useOffice()
  const setup = useSetup({ isEnabled: isSuperuser })
  const depositPart = findNextDepositPart({
    company: useFigure(copy, 'any-company', null).value,
    department: useFigure(copy, 'any-department', null).value,
    manager: useFigure(copy, 'any-manager', null).value,
    project: useFigure(copy, 'any-project', null).value,
    title: useFigure(copy, 'any-title', null).value,
  })
  // If the server doesn't respond, leave this step open instead of holding back the others.
  const hasColleague = setup.data?.has_colleague ?? (setup.failureCount > 0 ? undefined : null)
  const steps = listFirstSteps({
    office: isSuperuser ? !isUnnamed(office) : undefined,
    staff: isSuperuser ? hasColleague : undefined,
    group: useFigure(copy, 'any-group', null).value,
    case: useFigure(copy, 'any-case', null).value,
    deposit: depositPart === null ? null : depositPart === undefined,
  })
  return { steps, depositPart: depositPart ?? undefined }
}

/** On a phone a separate line above the status line, which is full there. */
export function FirstStepsBar() {
  return (
    <aside
      aria-label="사무소 준비"
      data-screen-only
      className="shrink-0 border-t bg-paper-raised px-3 text-label empty:hidden typing:hidden sm:hidden"
    >
      <FirstStepsLine className="min-h-11" />
    </aside>
  )
}

/** Progress of the steps with a link to them, on every screen except 오늘. */
export function FirstStepsLine({ className }: { className: string }) {
  const isShownWhole = useLocation({ select: ({ pathname }) => pathname.replace(/\/$/, '') === '/staff' })
  if (isShownWhole) return null
  return (
    <WithFirstSteps>
      {({ steps, doneCount, next, depositPart }) => (
        <Link
          to="/staff"
          className={`flex min-w-0 items-center text-primary underline-offset-4 hover:underline ${className}`}
        >
          <span className="tabular truncate">
            사무소 준비 {doneCount === null ? '' : `${doneCount}/${steps.length} `}· 다음:{' '}
            {getStepText(next, depositPart).title}
          </span>
        </Link>
      )}
    </WithFirstSteps>
  )
}

interface StepText {
  readonly title: string
  readonly note: string
  readonly to: AppPath
  readonly search?: Readonly<Record<string, string>>
  readonly action: string
}

/** Each part that a deposit case needs has its own list. */
export function getStepText({ key }: FirstStep, depositPart: DepositPart | undefined): StepText {
  if (key !== 'deposit' || depositPart === undefined) return stepTexts[key]
  return { ...stepTexts.deposit, search: { tab: depositPart }, action: `${partNames[depositPart]} 등록하기` }
}

const partNames: Readonly<Record<DepositPart, string>> = {
  company: '회사',
  department: '부서',
  manager: '관리자',
  project: '사업구간',
  title: '목록',
}

const stepTexts: Readonly<Record<StepKey, StepText>> = {
  office: {
    title: '사무소 정보',
    note: '이름, 주소, 전화, 직인입니다. 입력하기 전에는 누리집이 공개되지 않고 공문도 만들 수 없습니다.',
    to: '/settings',
    search: { tab: 'office' },
    action: '사무소 정보 입력하기',
  },
  staff: {
    title: '직원 초대',
    note: '초대 링크를 보내면 로그인하는 대로 직원이 됩니다.',
    to: '/settings',
    search: { tab: 'people', dialog: 'invitations' },
    action: '직원 초대하기',
  },
  group: {
    title: '사업구간',
    note: '등기 사건이 속하는 단지나 현장입니다.',
    to: '/services/real-estate',
    search: { tab: 'group' },
    action: '사업구간 등록하기',
  },
  case: {
    title: '사건',
    note: '신규 줄에 하나를 입력하거나 엑셀을 한꺼번에 가져옵니다.',
    to: '/services/real-estate',
    search: { tab: 'table' },
    action: '사건부로 가기',
  },
  deposit: {
    title: '공탁',
    note: '회사, 부서, 관리자, 사업구간, 목록 순서로 등록합니다.',
    to: '/services/deposit',
    action: '공탁 관리로 가기',
  },
}
