/** The picked files of one form, and every step that changes them. */
import {
  dropFile,
  keepFile,
  type Pick,
  type PickPlace,
  type Picks,
  pathOfPlace,
  pickAt,
  savePicks,
  withPick,
} from "./picks";

/** Hears of every change; `changedPath` is the path of a place that now holds another file. */
export type ShelfListener = (picks: Picks, changedPath: string | null) => void;

/** The files of one LINE user. */
export class FileShelf {
  constructor(
    readonly userId: string,
    public picks: Picks,
    private readonly onChange: ShelfListener,
  ) {}

  /** Keeps the picked files, in free slots from `slot` on; files without a slot are left out. */
  async addPhotos(slot: number, files: readonly File[]): Promise<void> {
    const free = this.picks.photos.flatMap((pick, at) => (pick || at < slot ? [] : [at]));
    const placed = files.slice(0, free.length);
    const picks = await Promise.all(placed.map((file) => keepFile(this.userId, file)));
    picks.forEach((pick, index) => {
      this.setPick(free[index] ?? slot, pick);
    });
  }

  /** Keeps the picked verification document in place of an earlier one. */
  async setDocument(file: File): Promise<void> {
    const pick = await keepFile(this.userId, file);
    this.removePick("document");
    this.setPick("document", pick);
  }

  /** Empties a place and forgets the bytes. */
  removePick(place: PickPlace): void {
    const pick = pickAt(this.picks, place);
    if (!pick) return;
    this.setPick(place, null);
    void dropFile(this.userId, pick);
  }

  /** Notes what the server calls the file, or with null that it has to go up again. */
  setUploadName(place: PickPlace, uploadName: string | null): void {
    const pick = pickAt(this.picks, place);
    if (pick) this.hold(withPick(this.picks, place, { ...pick, uploadName }), null);
  }

  private setPick(place: PickPlace, pick: Pick | null): void {
    this.hold(withPick(this.picks, place, pick), pathOfPlace(place));
  }

  private hold(picks: Picks, changedPath: string | null): void {
    this.picks = picks;
    savePicks(this.userId, picks);
    this.onChange(picks, changedPath);
  }
}
