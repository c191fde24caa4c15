import { Dialog } from '@base-ui/react/dialog'
import { Navigation } from './navigation.tsx'

/** The navigation of tablets and phones: slides over the screen and leaves when a place is chosen. */
export function NavigationDrawer({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-veil transition-opacity duration-140 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0" />
        <Dialog.Popup
          aria-label="업무 메뉴"
          className="fixed inset-y-0 left-0 z-50 flex w-[min(280px,84vw)] border-r bg-paper-sunk shadow-float transition-transform duration-160 ease-settle data-[ending-style]:-translate-x-full data-[starting-style]:-translate-x-full"
        >
          <Navigation isCollapsed={false} onGo={onClose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
