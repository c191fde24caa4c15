import type { Person } from '#contract/people/people.ts'
import { formatDay } from '#domain/dates/office-date.ts'
import { Badge } from '#app/ui/display/badge.tsx'
import { Button } from '#app/ui/buttons/button.tsx'

/**
 * Whether somebody has left the office and can still sign in to it. Access should end with the last
 * day of work.
 */
export function isStillActive({ left_on, role, state }: Person, today: string): boolean {
  return left_on !== null && left_on < today && role !== 'member' && state === 'active'
}

/** Lists people who left and can still sign in; renders nothing if there are none. */
export function StillActivePeople({ people, today, onOpen }: StillHereProps) {
  const stillActive = people.filter((person) => isStillActive(person, today))
  if (stillActive.length === 0) return null
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge tone="seal">확인 필요</Badge>
      <span>퇴사일이 지났지만 아직 로그인할 수 있는 사용자입니다.</span>
      {stillActive.map(({ id, name }) => (
        <Button key={id} size="sm" onClick={() => onOpen(id)}>
          {name}
        </Button>
      ))}
    </div>
  )
}

interface StillHereProps {
  people: readonly Person[]
  today: string
  onOpen(id: string): void
}

/** The same notice for one person, with what to do. */
export function LeftNote({ person, today }: { person: Person; today: string }) {
  if (!isStillActive(person, today)) return null
  return (
    <p>
      <Badge tone="seal">확인 필요</Badge> 퇴사일({formatDay(person.left_on)})이 지났지만 아직 로그인할 수 있습니다.
      차단하면 모든 기기에서 로그아웃됩니다.
    </p>
  )
}
