/**
 * Returns whether the browser has this database. Opening it would create it, and the app stores
 * nothing before the person agrees to the privacy policy.
 */
export function databaseExists(name: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    let isNew = false;
    request.onupgradeneeded = () => {
      isNew = true;
      request.transaction?.abort();
    };
    request.onsuccess = () => {
      request.result.close();
      resolve(true);
    };
    request.onerror = () => {
      if (isNew) resolve(false);
      else reject(request.error);
    };
  });
}
