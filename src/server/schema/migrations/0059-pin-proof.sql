-- What a right PIN on the session's device proves itself by (server/session/second-factor/pin-proof.ts): sha-256, hex, of a secret that lies in the sealed copy. Null: none was registered.
alter table session add column pin_proof_hash text;
