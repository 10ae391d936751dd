/** A slow network for the connections of a proxy: they share its bandwidth, and each byte arrives later. */
import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";

export interface Speed {
  roundTripMs: number;
  /** The bandwidth of each direction. */
  kbitPerSecond: number;
}

/** The payload of a packet of TCP on Ethernet. */
const packetBytes = 1460;

type Packet = { bytes: Buffer; arrive: (bytes: Buffer) => void };

/** A direction of the network. Its connections take turns after each packet, as if none had sent ahead of the others. */
class Lane {
  private readonly queues = new Map<object, Packet[]>();
  private isSending = false;
  private freeAtMs = 0;
  /** Two timers of nearly the same time could fire in either order, so each packet waits for the one before. */
  private arrivals = Promise.resolve();

  constructor(private readonly speed: Speed) {}

  /** Sends bytes behind those that this connection has sent before. An end, without bytes, arrives in its turn, too. */
  send(connection: object, bytes: Buffer, arrive: Packet["arrive"]): void {
    const queue = this.queues.get(connection) ?? [];
    this.queues.set(connection, queue);
    for (let at = 0; at === 0 || at < bytes.length; at += packetBytes) {
      queue.push({ bytes: bytes.subarray(at, at + packetBytes), arrive });
    }
    if (!this.isSending) void this.sendAll();
  }

  private async sendAll(): Promise<void> {
    this.isSending = true;
    // A timer fires late, so each packet begins at the planned end of the one before.
    this.freeAtMs = Math.max(this.freeAtMs, performance.now());
    for (const [connection, [packet, ...others]] of this.queues) {
      // The loop comes again to an entry that is set while it runs.
      this.queues.delete(connection);
      if (others.length > 0) this.queues.set(connection, others);
      if (!packet) continue;
      const { bytes, arrive } = packet;
      this.freeAtMs += (bytes.length * 8) / this.speed.kbitPerSecond;
      const arrivalMs = this.freeAtMs + this.speed.roundTripMs / 2;
      this.arrivals = this.arrivals.then(async () => {
        await wait(arrivalMs - performance.now());
        arrive(bytes);
      });
      await wait(this.freeAtMs - performance.now());
    }
    this.isSending = false;
  }
}

/** Returns a function that makes a connection slow. All connections that it is given share the bandwidth. */
export function slowLink(speed: Speed): (socket: Socket) => Duplex {
  const [up, down] = [new Lane(speed), new Lane(speed)];
  return (socket) => {
    // The operating system has accepted the connection at once, so the round trip of its set-up is waited for here.
    const setUp = wait(speed.roundTripMs);
    const send = (bytes: Buffer, done: () => void, arrive: Packet["arrive"]) => {
      down.send(socket, bytes, arrive);
      done();
    };
    const slow = new Duplex({
      read() {},
      write: (bytes, _encoding, done) => send(bytes, done, (packet) => socket.write(packet)),
      final: (done) => send(Buffer.alloc(0), done, () => socket.end()),
      destroy: (error, done) =>
        send(
          Buffer.alloc(0),
          () => done(error),
          () => socket.destroy(),
        ),
    });
    socket.on("data", async (bytes) => {
      await setUp;
      up.send(socket, bytes, (packet) => slow.push(packet));
    });
    for (const end of ["close", "error"]) socket.on(end, () => slow.destroy());
    return slow.on("error", () => socket.destroy());
  };
}
