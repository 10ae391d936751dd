//! The error codes of the API.

words! {
    /// A code of the wire's error body. Codes are stable: none is renumbered or reused.
    ErrorCode {
        /// The credentials are missing or wrong.
        Unauthenticated = "E001",
        /// The session token is missing, unknown or revoked.
        InvalidToken = "E001A",
        /// The session token has expired.
        ExpiredToken = "E001B",
        /// The body breaks rules, which the field errors name.
        InvalidFields = "E002",
        /// The resource does not exist, or the caller may not know that it does.
        NotFound = "E003",
        /// The resource exists already, or has changed in the meantime.
        Conflict = "E004",
        /// The caller sends too many requests.
        TooManyRequests = "E005",
        /// The body is too large.
        TooLarge = "E006",
        /// The file type or content type is not supported.
        UnsupportedType = "E007",
        /// The caller may know the resource, but its state forbids the request.
        Forbidden = "E008",
        /// The body is not JSON, or has another shape.
        Malformed = "E009",
        /// The resource has no such method.
        MethodNotAllowed = "E010",
        /// The server is overloaded, or cannot reach a service it needs: try again.
        Unavailable = "E503",
        /// The server has failed.
        Internal = "E500",
    }
}
