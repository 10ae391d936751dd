//! The order in which waiting clients get a decoder: uploads before variants, clients of one kind in
//! turn (round robin), each client with one decode at a time. The queue does no I/O and starts no
//! threads.

use std::collections::VecDeque;
use std::net::IpAddr;

#[cfg(test)]
mod tests;

/// The client for which the server decodes a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Client {
    /// The account that uploads a picture, by its LINE user id.
    Uploader(String),
    /// The IP prefix that requests a variant. The owner of the photo would not do: a client that
    /// requests variants of many photos would count as many clients. The signed URL names no account.
    Viewer(IpAddr),
}

/// The limits on clients that have a decoder and on clients that wait.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    /// The largest number of decodes at once, of both kinds together.
    pub(super) working: usize,
    pub(super) uploads: KindLimits,
    pub(super) variants: KindLimits,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct KindLimits {
    /// The largest number of decodes of this kind at once.
    pub(super) working: usize,
    /// The largest number of waiting entries of one client.
    pub(super) waiting_of_one: usize,
    /// The largest number of waiting entries of all clients.
    pub(super) waiting: usize,
}

/// The reason to refuse an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Full {
    /// The client has too many waiting entries of its own.
    ForThisClient,
    /// There is no room for any client.
    ForAll,
}

/// The id of a waiting entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct EntryId(u64);

/// Entries that wait for a decoder, and the clients that have one.
#[derive(Debug)]
pub(super) struct Queue<T> {
    max_working: usize,
    uploads: Kind<T>,
    variants: Kind<T>,
    n_added: u64,
}

impl<T> Queue<T> {
    pub(super) const fn new(limits: Limits) -> Self {
        Self {
            max_working: limits.working,
            uploads: Kind::new(limits.uploads),
            variants: Kind::new(limits.variants),
            n_added: 0,
        }
    }

    pub(super) fn add(&mut self, client: &Client, entry: T) -> Result<EntryId, Full> {
        let id = EntryId(self.n_added);
        self.kind_of(client).add(client, id, entry)?;
        self.n_added += 1;
        Ok(id)
    }

    /// Removes an entry whose caller has gone away. Does nothing if the entry does not wait.
    pub(super) fn remove(&mut self, client: &Client, id: EntryId) {
        self.kind_of(client).remove(client, id);
    }

    /// Gives a free decoder, if there is one, to the next entry. The client has it until
    /// [`finish`](Self::finish).
    pub(super) fn start_next(&mut self) -> Option<(Client, T)> {
        if self.uploads.working.len() + self.variants.working.len() >= self.max_working {
            return None;
        }
        let upload = self.uploads.start_next();
        upload.or_else(|| self.variants.start_next())
    }

    /// Frees the client's decoder.
    pub(super) fn finish(&mut self, client: &Client) {
        self.kind_of(client).working.retain(|it| it != client);
    }

    fn kind_of(&mut self, client: &Client) -> &mut Kind<T> {
        match client {
            Client::Uploader(_) => &mut self.uploads,
            Client::Viewer(_) => &mut self.variants,
        }
    }
}

/// The clients of one kind. They are few, so a linear search is fast enough.
#[derive(Debug)]
struct Kind<T> {
    limits: KindLimits,
    /// The clients with waiting entries. The client that was served last is at the end.
    lines: VecDeque<ClientEntries<T>>,
    /// The clients that have a decoder.
    working: Vec<Client>,
}

/// The waiting entries of one client, oldest first; never empty.
#[derive(Debug)]
struct ClientEntries<T> {
    client: Client,
    entries: VecDeque<(EntryId, T)>,
}

impl<T> Kind<T> {
    const fn new(limits: KindLimits) -> Self {
        Self {
            limits,
            lines: VecDeque::new(),
            working: Vec::new(),
        }
    }

    fn add(&mut self, client: &Client, id: EntryId, entry: T) -> Result<(), Full> {
        let n_waiting: usize = self.lines.iter().map(|line| line.entries.len()).sum();
        let line = self.lines.iter_mut().find(|line| line.client == *client);
        let n_own = line.as_ref().map_or(0, |line| line.entries.len());
        if n_own >= self.limits.waiting_of_one {
            return Err(Full::ForThisClient);
        }
        if n_waiting >= self.limits.waiting {
            return Err(Full::ForAll);
        }
        match line {
            Some(line) => line.entries.push_back((id, entry)),
            None => self.lines.push_back(ClientEntries {
                client: client.clone(),
                entries: VecDeque::from([(id, entry)]),
            }),
        }
        Ok(())
    }

    fn remove(&mut self, client: &Client, id: EntryId) {
        if let Some(line) = self.lines.iter_mut().find(|line| line.client == *client) {
            line.entries.retain(|(it, _)| *it != id);
            self.lines.retain(|line| !line.entries.is_empty());
        }
    }

    /// Removes and returns the oldest entry of the next client in turn.
    fn start_next(&mut self) -> Option<(Client, T)> {
        if self.working.len() >= self.limits.working {
            return None;
        }
        let is_idle = |line: &ClientEntries<T>| !self.working.contains(&line.client);
        let place = self.lines.iter().position(is_idle)?;
        let mut line = self.lines.remove(place)?;
        let (_, entry) = line.entries.pop_front()?;
        let client = line.client.clone();
        self.working.push(client.clone());
        if !line.entries.is_empty() {
            self.lines.push_back(line);
        }
        Some((client, entry))
    }
}
