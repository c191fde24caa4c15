import { Dialog } from '@base-ui/react/dialog'
import { useSession } from '../session/session-store.ts'
import { Select } from '../ui/fields/select.tsx'
import { Navigation } from './navigation.tsx'
import { roleWord } from './role-word.ts'
import { usePersonMatters } from './use-person-matters.tsx'

/**
 * Navigation on tablets and phones: slides over the screen and closes when a screen is chosen. The
 * user's own entries are at the bottom, within reach of the thumb.
 */
export function NavigationDrawer({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const { user } = useSession()
  const { looks, entries, dialogs } = usePersonMatters()
  return (
    <>
      <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
        <Dialog.Portal>
          <Dialog.Backdrop className="fixed inset-0 z-40 bg-veil transition-opacity duration-140 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0" />
          <Dialog.Popup
            aria-label="업무 메뉴"
            className="fixed inset-y-0 left-0 z-50 flex w-[min(280px,84vw)] border-r bg-paper-sunk pt-[env(safe-area-inset-top)] pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)] shadow-float transition-transform duration-160 ease-settle data-[ending-style]:-translate-x-full data-[starting-style]:-translate-x-full"
          >
            <Navigation isCollapsed={false} onGo={onClose}>
              {user ? (
                <section aria-label="내 정보" className="mt-1.5 border-t py-3">
                  <h2 className="px-4 pb-1 text-label text-ink-3">
                    <span className="font-semibold text-ink">{user.nickname}</span> · {roleWord(user)}
                  </h2>
                  <div className="flex flex-col gap-2 px-4 py-2">
                    {looks.map((look) => (
                      <Select key={look.label} {...look} />
                    ))}
                  </div>
                  <ul>
                    {entries
                      .filter((entry) => entry !== 'rule')
                      .map(({ label, icon, onSelect }) => (
                        <li key={label}>
                          <button
                            type="button"
                            onClick={() => {
                              onClose()
                              onSelect()
                            }}
                            className="mx-2 flex h-9 w-[calc(100%-1rem)] items-center gap-2.5 rounded-control px-2.5 text-ink-2 hover:bg-paper hover:text-ink coarse:h-11"
                          >
                            {icon}
                            {label}
                          </button>
                        </li>
                      ))}
                  </ul>
                </section>
              ) : null}
            </Navigation>
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
      {dialogs}
    </>
  )
}
