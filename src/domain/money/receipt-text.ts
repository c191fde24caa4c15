/**
 * The cell text of a receipt number 접수번호: the number once the filing is completed, 처리중 until then,
 * empty without a number.
 */
export function receiptText({ number, status }: { readonly number: unknown; readonly status: unknown }): {
  readonly text: string
  readonly isProcessing: boolean
} {
  if (typeof number !== 'string' || number === '') return { text: '', isProcessing: false }
  return status === 'completed' ? { text: number, isProcessing: false } : { text: '처리중', isProcessing: true }
}
