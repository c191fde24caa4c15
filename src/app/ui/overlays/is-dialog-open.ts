/**
 * Whether a dialog is open. Just after opening it has no focus yet. A toast is a dialog too, but
 * doesn't block the work.
 */
export function isDialogOpen(): boolean {
  const dialogs = document.querySelectorAll('[role="dialog"], [role="alertdialog"]')
  return [...dialogs].some((dialog) => dialog.closest('[data-toasts]') === null)
}
