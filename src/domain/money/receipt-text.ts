/** What a cell of a receipt number 접수번호 shows: the number once the filing is 처리완료, 처리중 until then, nothing while there is no number (spec 2 §2). */
export function receiptText({ number, status }: { readonly number: unknown; readonly status: unknown }): {
  readonly text: string
  readonly isProcessing: boolean
} {
  if (typeof number !== 'string' || number === '') return { text: '', isProcessing: false }
  return status === 'completed' ? { text: number, isProcessing: false } : { text: '처리중', isProcessing: true }
}
