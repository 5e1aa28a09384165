/** Passkeys in this browser (WebAuthn), in JSON as the server sends and expects them. */

export type PasskeyBlock = "insecure" | "nameless" | "unknown";

/** Why this browser cannot use passkeys here, or null if it can. */
export function passkeyBlock(hostname = location.hostname): PasskeyBlock | null {
  if (!isSecureContext) return "insecure";
  if (/^[\d.]+$|^\[/.test(hostname)) return "nameless"; // passkeys belong to a name, never to an address
  return typeof PublicKeyCredential === "function" && "parseCreationOptionsFromJSON" in PublicKeyCredential
    ? null
    : "unknown";
}

/** Null if the person changed their mind. */
export async function makePasskey(options: object): Promise<object | null> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON);
  return asked(navigator.credentials.create({ publicKey }));
}

/** Null if the person changed their mind. */
export async function usePasskey(options: object): Promise<object | null> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON);
  return asked(navigator.credentials.get({ publicKey }));
}

async function asked(answer: Promise<Credential | null>): Promise<object | null> {
  try {
    return ((await answer) as PublicKeyCredential | null)?.toJSON() ?? null;
  } catch (error) {
    if (error instanceof DOMException && ["NotAllowedError", "AbortError", "InvalidStateError"].includes(error.name))
      return null;
    throw error;
  }
}
