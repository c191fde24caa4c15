import { josa } from 'es-hangul'
import type { ReactNode } from 'react'
import { ResultView } from '#app/session/result-view.tsx'
import { useServerAction } from '#app/session/server-action.ts'
import { useServerQuery } from '#app/session/server-query.ts'
import { useSession } from '#app/session/session-store.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { Badge } from '#app/ui/display/badge.tsx'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import { useConfirm } from '#app/ui/overlays/confirm.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import {
  type Grant,
  grantsSchema,
  peoplePath,
  type PeopleRole,
  peopleRoles,
  type Person,
  type PersonDevice,
  personDevicesSchema,
} from '#contract/people/people.ts'
import { buildPersonFactorPath } from '#contract/session/second-factor.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { formatDay } from '#domain/dates/office-date.ts'
import { formatMoment } from '#domain/dates/office-moment.ts'
import type { ChangePerson } from './use-people.ts'

interface PersonDialogProps {
  person: Person
  onChange: ChangePerson
  onClose(): void
}

/** One person: role and its history, sessions, and blocking. */
export function PersonDialog({ person, onChange, onClose }: PersonDialogProps) {
  const toast = useToast()

  async function send(path: 'role' | 'block', json: object, doneText: string) {
    const result = await onChange.run({ path: `${person.id}/${path}`, json })
    if (result?.ok) toast.success(doneText)
    else if (result) toast.error(result.problem.message)
  }

  return (
    <Dialog open title={`${person.name} 님`} onClose={onClose} actions={<Button onClick={onClose}>닫기</Button>}>
      <div className="flex flex-col gap-5">
        <StillActiveNotice person={person} today={getOfficeToday()} />
        <RoleAndAccess person={person} isBusy={onChange.isBusy} onSend={send} />
        <Devices person={person} />
        {person.role === 'member' ? null : <FactorReset person={person} onDone={onClose} />}
        <Grants person={person} />
      </div>
    </Dialog>
  )
}

interface RoleAndAccessProps {
  person: Person
  isBusy: boolean
  onSend(path: 'role' | 'block', json: object, doneText: string): Promise<void>
}

const rolesByRank: readonly PeopleRole[] = ['member', 'staff', 'superuser']

function RoleAndAccess({ person, isBusy, onSend }: RoleAndAccessProps) {
  const confirm = useConfirm()
  const { user } = useSession()
  const devices = useDevices(person)
  const isBlocked = person.state === 'blocked'
  const isOneself = user?.id === person.id

  async function changeRole(role: PeopleRole) {
    const isDemotion = rolesByRank.indexOf(role) < rolesByRank.indexOf(person.role)
    const to = josa(getRoleLabel(role), '으로/로')
    const isConfirmed = await confirm({
      title: `${person.name} 님을 ${to} 변경하시겠습니까?`,
      message: !isDemotion
        ? '변경하면 바로 적용됩니다.'
        : isOneself
          ? '본인 계정입니다. 변경하면 이 기기를 포함한 모든 기기에서 바로 로그아웃되며, 다른 최고관리자만 되돌릴 수 있습니다.'
          : '권한이 줄어들면 이 사람은 모든 기기에서 바로 로그아웃됩니다.',
      confirmLabel: '변경',
      isDestructive: isDemotion,
    })
    if (isConfirmed) await onSend('role', { role }, `${person.name} 님을 ${to} 변경했습니다.`)
  }

  async function toggleBlock() {
    if (isBlocked) return await onSend('block', { is_blocked: false }, `${person.name} 님의 차단을 해제했습니다.`)
    const isConfirmed = await confirm({
      title: `${person.name} 님을 차단하시겠습니까?`,
      message: describeBlock(devices.value?.devices ?? []),
      confirmLabel: '차단',
      isDestructive: true,
    })
    if (isConfirmed) await onSend('block', { is_blocked: true }, `${person.name} 님을 차단했습니다.`)
  }

  return (
    <section aria-labelledby="standing" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <h3 id="standing" className="font-semibold">
          권한
        </h3>
        <Badge tone={person.role === 'member' ? 'plain' : 'primary'}>{getRoleLabel(person.role)}</Badge>
        {isBlocked ? <Badge tone="danger">차단</Badge> : null}
      </div>
      <div className="flex flex-wrap gap-2">
        {rolesByRank
          .filter((role) => role !== person.role)
          .map((role) => (
            <Button key={role} isBusy={isBusy} onClick={() => void changeRole(role)}>
              {josa(getRoleLabel(role), '으로/로')} 변경
            </Button>
          ))}
        <Button
          tone="transparent"
          className="text-danger"
          isBusy={isBusy}
          disabledReason={isOneself && !isBlocked ? '본인 계정은 차단할 수 없습니다.' : undefined}
          onClick={() => void toggleBlock()}
        >
          {isBlocked ? '차단 해제' : '차단'}
        </Button>
      </div>
    </section>
  )
}

function Devices({ person }: { person: Person }) {
  const query = useDevices(person)
  const signOut = useServerAction({
    question: () => ({
      title: `${person.name} 님을 모든 기기에서 로그아웃하시겠습니까?`,
      message:
        '기기에서 아직 전송하지 않은 작업은 지워지지 않으며, 다시 로그인하면 이어서 전송됩니다. 캘린더 구독 주소가 있으면 함께 끊습니다.',
      confirmLabel: '로그아웃',
      isDestructive: true,
    }),
    send: (api) => api.delete(`${peoplePath}/${person.id}/devices`).json(),
    done: `${person.name} 님을 모든 기기에서 로그아웃했습니다.`,
    onDone: query.onRetry,
  })

  return (
    <section aria-labelledby="devices" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id="devices" className="font-semibold">
          로그인한 기기
        </h3>
        <Button
          size="sm"
          disabledReason={query.value?.devices.length ? undefined : '로그인한 기기가 없습니다.'}
          onClick={() => void signOut.run()}
        >
          모든 기기에서 로그아웃
        </Button>
      </div>
      <ResultView {...query} noun="이 목록은">
        {({ devices }) =>
          devices.length === 0 ? (
            <EmptyNote>로그인한 기기가 없습니다.</EmptyNote>
          ) : (
            <ul aria-label="로그인한 기기">
              {devices.map((device) => (
                <DeviceLine key={device.id} device={device} />
              ))}
            </ul>
          )
        }
      </ResultView>
    </section>
  )
}

function DeviceLine({ device }: { device: PersonDevice }) {
  const { unsent } = device
  return (
    <li className="tabular flex flex-wrap items-center gap-x-3 gap-y-1 border-b py-2">
      <span className="font-medium">{device.device || '알 수 없는 기기'}</span>
      {unsent === null ? null : unsent > 0 ? (
        <Badge tone="warn">미전송 {formatNumber(unsent)}건</Badge>
      ) : (
        <Badge tone="good">미전송 없음</Badge>
      )}
      <span className="text-ink-2">
        마지막 접속 {formatMoment(device.last_contact_at)}
        {device.address === null ? '' : ` · ${device.address}`}
      </span>
    </li>
  )
}

function Grants({ person }: { person: Person }) {
  const query = useServerQuery(`${peoplePath}/${person.id}/grants`, grantsSchema, {
    queryKey: ['person', person.id, 'grants'],
  })
  return (
    <section aria-labelledby="grants" className="flex flex-col gap-2">
      <h3 id="grants" className="font-semibold">
        권한 변경 이력
      </h3>
      <ResultView {...query} noun="이력은">
        {({ grants }) =>
          grants.length === 0 ? (
            <EmptyNote>변경 이력이 없습니다.</EmptyNote>
          ) : (
            <ul aria-label="권한 변경 이력">
              {grants.map((grant) => (
                <li key={grant.seq} className="tabular flex flex-wrap gap-x-3 border-b py-2">
                  <span>{describeGrant(grant)}</span>
                  <span className="text-ink-2">
                    {grant.by} · {formatMoment(grant.at)}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </ResultView>
    </section>
  )
}

function useDevices({ id }: Person) {
  return useServerQuery(`${peoplePath}/${id}/devices`, personDevicesSchema, { queryKey: ['person', id, 'devices'] })
}

/** Warns before the block about unsent edits on the person's devices. */
function describeBlock(devices: readonly PersonDevice[]): string {
  const unsent = devices.reduce((sum, device) => sum + (device.unsent ?? 0), 0)
  const unsentWarning =
    unsent === 0
      ? ''
      : ` 기기에 전송하지 않은 작업이 ${formatNumber(unsent)}건 있으며, 차단을 해제하고 다시 로그인해야 전송됩니다.`
  return `모든 기기에서 바로 로그아웃되고, 차단을 해제할 때까지 로그인할 수 없습니다.${unsentWarning}`
}

function EmptyNote({ children }: { children: ReactNode }) {
  return <p className="border-b py-4 text-ink-2">{children}</p>
}

/** `직원 → 최고관리자`, `차단`, `차단 해제`. */
function describeGrant({ before, after }: Grant): string {
  if (after === null) return '계정 삭제'
  const roles = before.role === after.role ? [] : [`${getRoleLabel(before.role)} → ${getRoleLabel(after.role)}`]
  const blocks = before.is_blocked === after.is_blocked ? [] : [after.is_blocked ? '차단' : '차단 해제']
  return [...roles, ...blocks].join(', ')
}

function getRoleLabel(role: PeopleRole): string {
  return peopleRoles.find(({ value }) => value === role)?.label ?? ''
}

/**
 * Removes all second factors of somebody who has lost phone, keys and recovery codes. The person
 * sets up new ones at the next sign-in.
 */
function FactorReset({ person, onDone }: { person: Person; onDone(): void }) {
  const reset = useServerAction({
    question: () => ({
      title: `${person.name} 님의 2단계 인증을 초기화하시겠습니까?`,
      message:
        '등록한 패스키, 인증 앱, 복구 코드가 모두 삭제되고 모든 기기에서 로그아웃됩니다. 본인의 요청이 맞는지 직접 확인한 뒤 초기화해 주세요.',
      confirmLabel: '초기화',
      isDestructive: true,
    }),
    send: (api) => api.delete(buildPersonFactorPath(person.id)).json(),
    done: `${person.name} 님의 2단계 인증을 초기화했습니다.`,
    onDone,
  })
  return (
    <section aria-labelledby="factor" className="flex flex-wrap items-center justify-between gap-2">
      <h3 id="factor" className="font-semibold">
        2단계 인증
      </h3>
      <Button size="sm" tone="transparent" className="text-danger" onClick={() => void reset.run()}>
        2단계 인증 초기화
      </Button>
    </section>
  )
}

/**
 * Whether somebody has left the office and can still sign in. Access should end with the last day
 * of work.
 */
function isStillActive({ left_on, role, state }: Person, today: string): boolean {
  return left_on !== null && left_on < today && role !== 'member' && state === 'active'
}

/** Lists people who left and can still sign in; renders nothing if there are none. */
export function StillActivePeople({ people, today, onOpen }: StillActivePeopleProps) {
  const stillActive = people.filter((person) => isStillActive(person, today))
  if (stillActive.length === 0) return null
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge tone="danger">확인 필요</Badge>
      <span>퇴사일이 지났지만 아직 로그인할 수 있는 사용자입니다.</span>
      {stillActive.map(({ id, name }) => (
        <Button key={id} size="sm" onClick={() => onOpen(id)}>
          {name}
        </Button>
      ))}
    </div>
  )
}

interface StillActivePeopleProps {
  people: readonly Person[]
  today: string
  onOpen(id: string): void
}

/** The same warning for one person, with what to do about it. */
function StillActiveNotice({ person, today }: { person: Person; today: string }) {
  if (!isStillActive(person, today)) return null
  return (
    <p>
      <Badge tone="danger">확인 필요</Badge> 퇴사일({formatDay(person.left_on)})이 지났지만 아직 로그인할 수 있습니다.
      차단하면 모든 기기에서 로그아웃됩니다.
    </p>
  )
}
