/** Who stands in the trail for a command beside the server: nobody is signed in there. */
export const commandUser = '운영자(명령)'
