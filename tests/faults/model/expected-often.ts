/**
 * Events that must occur several times in a hundred traces; when they become rare, the suite no
 * longer tests them.
 */
export const expectedOften: readonly string[] = [
  'edit kept',
  'edit unknown',
  'edit not_kept',
  'tab died',
  'burst kept',
  'burst cut short',
  'writes sent again',
  'batches sent',
  'left as rejected',
  'left as conflict',
  'resolved mine',
  'resolved theirs',
  'fixed',
  'trip',
  'sign_out',
  'server',
  'sleep',
  'fault drop_request',
  'fault drop_response',
  'fault delay',
  'fault duplicate',
  'fault reorder',
  'fault status',
  'fault html',
  'fault redirect',
  'fault no_body',
  'fault truncate',
  'fault hang',
]
