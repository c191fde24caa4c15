import { useConfirmClose } from '#app/ui/overlays/confirm.tsx'
import { useDirtyForm } from './dirty-form.ts'

/**
 * `useDirtyForm` for a form in a dialog. The returned function closes the dialog; it is for every
 * way to close it without saving, and asks while there is unsaved input.
 */
export function useDirtyDialog(isDirty: boolean, name: string, onClose: () => void): () => Promise<void> {
  useDirtyForm(isDirty, name)
  return useConfirmClose(isDirty, onClose)
}
