import { useSession } from '../session/session-store.ts'
import { Menu } from '../ui/overlays/menu.tsx'
import { roleWord } from './role-word.ts'
import { usePersonMatters } from './use-person-matters.tsx'

/**
 * User menu in the top line: name, role, display settings of this device, and the user's other
 * entries.
 */
export function PersonMenu() {
  const { user } = useSession()
  const { looks, entries, dialogs } = usePersonMatters()
  if (!user) return null
  return (
    <>
      <Menu
        trigger={
          <button
            type="button"
            className="flex h-8 items-center gap-2 rounded-control px-2 hover:bg-paper-sunk coarse:h-11 coarse:min-w-11 coarse:justify-center"
          >
            <span
              aria-hidden
              className="flex size-6 items-center justify-center rounded-full bg-primary-wash text-label font-semibold text-primary"
            >
              {user.nickname.slice(0, 1)}
            </span>
            <span className="max-sm:sr-only">
              {user.nickname}
              <span className="sr-only"> 님 메뉴</span>
            </span>
          </button>
        }
        heading={
          <>
            <p className="font-semibold">{user.nickname}</p>
            <p className="text-label text-ink-3">
              {roleWord(user)}
              {user.email ? ` · ${user.email}` : ''}
            </p>
          </>
        }
        entries={[...looks, 'rule', ...entries]}
      />
      {dialogs}
    </>
  )
}
