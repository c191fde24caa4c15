import { useEffect, type ReactNode } from 'react'
import { firstSteps, nextDepositPart, stepKeys, type DepositPart, type FirstStep } from '#domain/today/first-steps.ts'
import { isUnnamed } from '#domain/office/office-words.ts'
import { useFigure } from '../../records/copy/use-figure.ts'
import { useOfflineCopy, useSyncStatus } from '../../records/copy/use-offline-copy.tsx'
import { showsDemo } from '../../session/demo-mark.ts'
import { useSession } from '../../session/session-store.ts'
import { useSetup } from '../../session/use-setup.ts'
import { deviceChoice, useDeviceChoice } from '../../ui/device-choice.ts'
import { useOffice } from '../../ui/office-facts.ts'

export interface FirstSteps {
  readonly steps: readonly FirstStep[]
  readonly next: FirstStep
  readonly doneCount: number
  /** The first missing part of what a deposit case needs. */
  readonly depositPart: DepositPart | undefined
  /** Hides the steps on this device. */
  dismiss(): void
}

/**
 * Whether the steps are done or dismissed on this device. Superusers have more steps, hence their
 * own key.
 */
const ofStaff = deviceChoice('first-steps-done', ['open', 'done'])
const ofSuperuser = deviceChoice('first-steps-done-superuser', ['open', 'done'])

interface WithFirstStepsProps {
  children(progress: FirstSteps): ReactNode
}

/**
 * Renders the remaining set-up steps of a new office, in order. Renders nothing once all are done,
 * or while demo data is present.
 */
export function WithFirstSteps({ children }: WithFirstStepsProps) {
  const { lastSyncAt } = useSyncStatus()
  const isSuperuser = useSession().user?.is_superuser === true
  const [state, keepState] = useDeviceChoice(isSuperuser ? ofSuperuser : ofStaff)
  // Don't count before the first copy has arrived; the screen's own data is copied first.
  if (showsDemo() || lastSyncAt === null || state === 'done') return null
  return (
    <Counted isSuperuser={isSuperuser} dismiss={() => keepState('done')}>
      {children}
    </Counted>
  )
}

/**
 * The same while the person has put them away on this device and not all of it is done; with the
 * way to have them back.
 */
export function WithPutAwaySteps({ children }: { children(showAgain: () => void): ReactNode }) {
  const { lastSyncAt } = useSyncStatus()
  const isSuperuser = useSession().user?.is_superuser === true
  const [state, keepState] = useDeviceChoice(isSuperuser ? ofSuperuser : ofStaff)
  if (showsDemo() || lastSyncAt === null || state !== 'done') return null
  return (
    <Counted isSuperuser={isSuperuser} dismiss={() => keepState('done')}>
      {() => children(() => keepState('open'))}
    </Counted>
  )
}

interface CountedProps extends WithFirstStepsProps, Pick<FirstSteps, 'dismiss'> {
  isSuperuser: boolean
}

function Counted({ isSuperuser, dismiss, children }: CountedProps) {
  const { steps, depositPart } = useStanding(isSuperuser)
  const next = steps?.find(({ isDone }) => !isDone)
  const isAllDone = steps !== null && next === undefined && (!isSuperuser || steps.length === stepKeys.length)
  // Remember it, so that this device stops counting.
  useEffect(() => {
    if (isAllDone) dismiss()
  })
  if (!steps || !next) return null
  return children({ steps, next, depositPart, dismiss, doneCount: steps.filter(({ isDone }) => isDone).length })
}

/**
 * Progress of the steps from the copy on this device. For superusers, the server's last answer
 * tells whether there are colleagues.
 */
function useStanding(isSuperuser: boolean) {
  const copy = useOfflineCopy()
  const office = useOffice()
  const setup = useSetup({ isEnabled: isSuperuser })
  const depositPart = nextDepositPart({
    company: useFigure(copy, 'any-company', null).value,
    department: useFigure(copy, 'any-department', null).value,
    manager: useFigure(copy, 'any-manager', null).value,
    project: useFigure(copy, 'any-project', null).value,
    title: useFigure(copy, 'any-title', null).value,
  })
  // If the server doesn't answer, leave this step open instead of holding back the others.
  const hasColleague = setup.data?.has_colleague ?? (setup.failureCount > 0 ? undefined : null)
  const steps = firstSteps({
    office: isSuperuser ? !isUnnamed(office) : undefined,
    staff: isSuperuser ? hasColleague : undefined,
    group: useFigure(copy, 'any-group', null).value,
    case: useFigure(copy, 'any-case', null).value,
    deposit: depositPart === null ? null : depositPart === undefined,
  })
  return { steps, depositPart: depositPart ?? undefined }
}
